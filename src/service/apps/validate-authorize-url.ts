import type { App } from "../../model/app.ts";
import { reachOf } from "../../oauth/app-state.ts";
import { type AuthorizeFinding, checkAuthorize, toAdvice } from "../../oauth/authorize-check.ts";
import { readAuthorizeUrl } from "../../oauth/authorize-url.ts";
import { isClientId } from "../../oauth/parameters.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { hostsOf } from "../reviews/host-checks.ts";
import { requireDeveloper } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface AuthorizeUrlResult {
  /** The errors in the order of the checks, then advice. */
  findings: AuthorizeFinding[];
  /** The parameters as the server parses them, in order. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** Null unless the app belongs to one of the caller's teams. */
  app: Pick<App, "clientId" | "name"> | null;
  /** True if the app works on test merchants only. */
  testOnly: boolean;
}

/** Checks an authorization URL. Another developer's app is reported as unknown. @throws RequestError DEVELOPER_ONLY */
export async function validateAuthorizeUrl(
  deps: AppDependencies,
  { url }: { url: string },
  call: Call,
): Promise<AuthorizeUrlResult> {
  requireDeveloper(call);
  const read = readAuthorizeUrl(url, deps.publicUrl);
  if (read.kind === "unreadable") return { findings: read.findings, parameters: [], app: null, testOnly: false };
  const app = await findVisibleApp(deps, read.raw.values.get("client_id"), call);
  const facts = app && { ...app, hasTestMerchant: await deps.apps.hasTestMerchant(app.developer.id) };
  return {
    findings: [...read.findings, ...checkAuthorize(read, facts), ...(await adviseHost(deps, read.raw.values, app))],
    parameters: read.pairs,
    app,
    testOnly: app !== null && reachOf(app.state) === "test",
  };
}

/** Advice about the host of a registered redirect URI that merchants' browsers cannot reach. No other host is looked up. */
async function adviseHost(
  { hosts }: AppDependencies,
  parameters: ReadonlyMap<string, string>,
  app: App | null,
): Promise<AuthorizeFinding[]> {
  const uri = app?.redirectUris.find((one) => one === parameters.get("redirect_uri"));
  const states = await hosts.check(uri === undefined ? [] : hostsOf([uri]));
  return [...states].flatMap(([host, state]) =>
    state === "missing" || state === "special" ? [toAdvice(`redirect_host_${state}`, "redirect_uri", host)] : [],
  );
}

async function findVisibleApp(
  { apps }: AppDependencies,
  clientId: string | undefined,
  call: Call,
): Promise<App | null> {
  const details = clientId !== undefined && isClientId(clientId) ? await apps.find(clientId) : null;
  if (details === null) return null;
  return call.actor === null || teamRoleOf(call.actor, details.app.developer.id) !== null ? details.app : null;
}
