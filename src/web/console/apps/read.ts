import { PageError } from "../../errors/page-error.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { AppFacts } from "./facts.ts";

/** Loads the data of an app's page. */
export async function readApp(context: PageContext, clientId: string): Promise<AppFacts> {
  const { web, call } = context;
  const [found, { scopes }] = await Promise.all([
    web.clients.apps.getApp({ clientId }, call),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  if (found.app === undefined) throw new PageError(404, "not_found");
  const request = { accountId: found.app.developerAccountId, withoutMemberships: true };
  const { account } = await web.clients.accounts.getAccount(request, call);
  return {
    app: found.app,
    developer: account,
    history: found.history,
    installations: found.installationCount,
    similarNames: found.similarNames,
    catalogue: new Map(scopes.map((scope) => [scope.name, scope])),
  };
}
