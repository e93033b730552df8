import { Code, ConnectError } from "@connectrpc/connect";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type GetInstallPageResponse, InstallStart } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { mayConnect } from "../../components/installation/merchant-access.ts";
import type { RequestContext } from "../../request-context.ts";
import type { PermissionChange } from "./permissions-view.ts";
import type { ConnectedAppsView } from "./read.ts";
import { isEnded } from "./row-view.ts";

/** The permissions of an app on its install page. */
export interface RequestedPermissions {
  change: PermissionChange;
  /** The app's reasons by scope. */
  reasons: ReadonlyMap<string, string>;
}

/** Reads the scopes that the app asks for; empty for an app that has no install page. */
export async function readRequestedPermissions(
  { web, call }: RequestContext,
  view: ConnectedAppsView,
  one: Installation,
): Promise<RequestedPermissions> {
  const { clientId, appState, test } = one;
  if (isEnded(one) || appState !== AppState.APPROVED || test) return { change: "none", reasons: new Map() };
  const page = await web.clients.consent.getInstallPage({ clientId }, call).catch(orNoPage);
  const reasons = new Map(page.scopes.map(({ name, reason }) => [name, reason]));
  return { change: changeOf(page, view, one), reasons };
}

/**
 * How the reader can change the permissions of an app. Only an install that starts here always shows the consent page; an app that starts
 * the connection itself may get the earlier consent without a page.
 */
function changeOf({ start, scopes }: InstallPage, view: ConnectedAppsView, one: Installation): PermissionChange {
  if (one.state !== InstallationState.ACTIVE || !mayConnect(view, one) || scopes.length === 0) return "none";
  if (scopes.every(({ name, required }) => required && one.grantedScopes.includes(name))) return "all";
  return start === InstallStart.AT_APP ? "again" : "consent";
}

type InstallPage = Pick<GetInstallPageResponse, "start" | "scopes">;

/** Handles an app that was suspended meanwhile. */
function orNoPage(failure: unknown): InstallPage {
  const gone = [Code.NotFound, Code.FailedPrecondition].includes(ConnectError.from(failure).code);
  if (gone) return { start: InstallStart.AT_APP, scopes: [] };
  throw failure;
}
