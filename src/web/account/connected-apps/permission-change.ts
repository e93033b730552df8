import { Code, ConnectError } from "@connectrpc/connect";
import { type GetInstallPageResponse, InstallStart } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { mayConnect } from "../../components/installation/merchant-access.ts";
import type { RequestContext } from "../../request-context.ts";
import type { PermissionChange } from "./permissions-view.ts";
import type { ConnectedAppsView } from "./read.ts";

/**
 * How the reader can change the permissions of an app. Only an install that starts here always shows the consent page; an app that starts
 * the connection itself may get the earlier consent without a page.
 */
export async function findPermissionChange(
  { web, call }: RequestContext,
  view: ConnectedAppsView,
  one: Installation,
): Promise<PermissionChange> {
  const isInstalled = one.state === InstallationState.ACTIVE;
  if (!isInstalled || !mayConnect(view, one)) return "none";
  const { clientId } = one;
  const { start, scopes } = await web.clients.consent.getInstallPage({ clientId }, call).catch(orNoPage);
  if (scopes.length === 0) return "none";
  if (scopes.every(({ name, required }) => required && one.grantedScopes.includes(name))) return "all";
  return start === InstallStart.AT_APP ? "again" : "consent";
}

/** Handles an app that was suspended meanwhile. */
function orNoPage(failure: unknown): Pick<GetInstallPageResponse, "start" | "scopes"> {
  const gone = [Code.NotFound, Code.FailedPrecondition].includes(ConnectError.from(failure).code);
  if (gone) return { start: InstallStart.AT_APP, scopes: [] };
  throw failure;
}
