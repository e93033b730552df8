import { Code, ConnectError } from "@connectrpc/connect";
import { nameOf } from "../view/layout.ts";
import type { ConsoleVisit } from "./desk.ts";

/** The people of one page are few; beyond these the page shows ids. */
const NAMES_MAX = 12;

/** Names of accounts by id, as far as they are found; empty ids are passed over. */
export async function readNames(visit: ConsoleVisit, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== "").slice(0, NAMES_MAX);
  const names = await Promise.all(wanted.map((id) => readName(visit, id)));
  return new Map(wanted.map((id, at) => [id, names[at] ?? ""]));
}

async function readName({ web, call }: ConsoleVisit, accountId: string): Promise<string> {
  try {
    const { account } = await web.clients.accounts.getAccount({ accountId }, call);
    return account === undefined ? "" : nameOf(account);
  } catch (failure) {
    if (failure instanceof ConnectError && failure.code === Code.NotFound) return "";
    throw failure;
  }
}
