import type { AppHistoryEntry } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { PageFault } from "../../fault/page-fault.ts";
import { nameOf } from "../../view/layout.ts";
import type { ConsoleVisit } from "../desk.ts";
import type { AppFacts } from "./facts.ts";

/** Whoever reviews an app is one of few; beyond these the page shows ids. */
const NAMES_MAX = 12;

/** Reads what an app's page shows. */
export async function readApp(visit: ConsoleVisit, clientId: string): Promise<AppFacts> {
  const { web, call } = visit;
  const [found, { scopes }] = await Promise.all([
    web.clients.apps.getApp({ clientId }, call),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  if (found.app === undefined) throw new PageFault(404, "not_found");
  return {
    app: found.app,
    history: found.history,
    installations: found.installationCount,
    catalogue: new Map(scopes.map((scope) => [scope.name, scope])),
    names: await readNames(visit, found.history),
  };
}

async function readNames({ web, call }: ConsoleVisit, history: readonly AppHistoryEntry[]) {
  const ids = [...new Set(history.map(({ accountId }) => accountId).filter((id) => id !== ""))].slice(0, NAMES_MAX);
  const found = await Promise.all(ids.map((accountId) => web.clients.accounts.getAccount({ accountId }, call)));
  return new Map(found.map(({ account }, at) => [ids[at]!, account === undefined ? "" : nameOf(account)]));
}
