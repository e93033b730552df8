import { Code, ConnectError } from "@connectrpc/connect";
import { nameOf } from "../view/layout.ts";
import type { ConsoleVisit } from "./desk.ts";

/** What a filter asks for: nothing, one that was found by what was typed, or none or several of which nothing is listed. */
export type Sought =
  | { kind: "any" }
  | { kind: "one"; id: string; name: string; typed: string }
  | { kind: "none"; typed: string }
  | { kind: "several"; typed: string; some: readonly Named[] };

export interface Named {
  id: string;
  name: string;
}

const SOME = 6;
const CLIENT_ID = /^app_[0-9A-Za-z]{22}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An app by its client id, or by the beginning of its name. */
export async function soughtApp({ web, call }: ConsoleVisit, typed: string): Promise<Sought> {
  if (typed === "") return { kind: "any" };
  // The list of what has the id says what it is called.
  if (CLIENT_ID.test(typed)) return { kind: "one", id: typed, name: "", typed };
  const { apps } = await web.clients.apps.listApps({ namePrefix: typed, pageSize: SOME }, call);
  return soughtAmong(
    typed,
    apps.map(({ clientId, profile }) => ({ id: clientId, name: profile?.name ?? "" })),
  );
}

/** A merchant by its id, or by the beginning of its name. */
export async function soughtMerchant({ web, call }: ConsoleVisit, typed: string): Promise<Sought> {
  if (typed === "") return { kind: "any" };
  const { accounts } = web.clients;
  const found = await orNull(accounts.getMerchant({ merchantId: typed, withoutMembers: true }, call));
  if (found?.merchant !== undefined) return { kind: "one", id: typed, name: found.merchant.name, typed };
  const { merchants } = await accounts.listMerchants({ namePrefix: typed, pageSize: SOME }, call);
  return soughtAmong(
    typed,
    merchants.map(({ merchantId, name }) => ({ id: merchantId, name })),
  );
}

/** An account by its id, or by the beginning of its e-mail. */
export async function soughtAccount({ web, call }: ConsoleVisit, typed: string): Promise<Sought> {
  if (typed === "") return { kind: "any" };
  const { accounts } = web.clients;
  const by = ID.test(typed) ? { accountId: typed } : { email: typed };
  const found = await orNull(accounts.getAccount({ ...by, withoutMemberships: true }, call));
  if (found?.account !== undefined)
    return { kind: "one", id: found.account.accountId, name: nameOf(found.account), typed };
  const { accounts: some } = await accounts.listAccounts({ emailPrefix: typed, pageSize: SOME }, call);
  return soughtAmong(
    typed,
    some.map((account) => ({ id: account.accountId, name: account.email || account.name })),
  );
}

function soughtAmong(typed: string, some: readonly Named[]): Sought {
  const [first] = some;
  if (first === undefined) return { kind: "none", typed };
  return some.length === 1 ? { kind: "one", ...first, typed: first.id } : { kind: "several", typed, some };
}

/** What the core answers; null where there is no such thing, or what was typed cannot be the name of one. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (failure) {
    const { code } = ConnectError.from(failure);
    if (code === Code.NotFound || code === Code.InvalidArgument) return null;
    throw failure;
  }
}
