import { Code, ConnectError } from "@connectrpc/connect";
import type { Account, Merchant } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { personName } from "../components/person-name.ts";
import { nameOf } from "../layout/layout.ts";
import type { PageContext } from "../router/page-router.ts";

/**
 * The result of a search by id or a part of the name; `any` for an empty search. `shown` is the text of the field if `typed` is an id that
 * people do not know.
 */
export type SearchMatch =
  | { kind: "any" }
  | { kind: "one"; id: string; name: string; typed: string; shown?: string }
  | { kind: "none"; typed: string }
  | { kind: "several"; typed: string; some: readonly Named[] };

export interface Named {
  id: string;
  name: string;
}

/** The number of matches that a search offers. */
export const SOME = 6;

const CLIENT_ID = /^app_[0-9A-Za-z]{22}$/;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Searches apps by client id or a part of the name. */
export async function searchApp({ web, call }: PageContext, typed: string): Promise<SearchMatch> {
  if (typed === "") return { kind: "any" };
  // A client id needs no call, because the list shows the name of the app.
  if (CLIENT_ID.test(typed)) return { kind: "one", id: typed, name: "", typed };
  const { apps } = await web.clients.apps.listApps({ search: typed, pageSize: SOME }, call);
  return matchAmong(
    typed,
    apps.map(({ clientId, profile }) => ({ id: clientId, name: profile?.name ?? "" })),
  );
}

/** Searches merchants by id or a part of the name. */
export async function searchMerchant(context: PageContext, typed: string): Promise<SearchMatch> {
  if (typed === "") return { kind: "any" };
  const exact = await merchantById(context, typed);
  if (exact !== null) return { kind: "one", id: typed, name: exact.name, typed };
  const { web, call } = context;
  const { merchants } = await web.clients.accounts.listMerchants({ search: typed, pageSize: SOME }, call);
  return matchAmong(
    typed,
    merchants.map(({ merchantId, name }) => ({ id: merchantId, name })),
  );
}

/** Searches apps and merchants with one text. An ID or a match of one kind only is a filter; matches of both kinds are a choice. */
export async function searchAppOrMerchant(
  context: PageContext,
  typed: string,
): Promise<{ app: SearchMatch; merchant: SearchMatch }> {
  const any = { kind: "any" } as const;
  if (typed === "" || CLIENT_ID.test(typed)) return { app: await searchApp(context, typed), merchant: any };
  const [app, merchant] = await Promise.all([searchApp(context, typed), searchMerchant(context, typed)]);
  if (merchant.kind === "none") return { app, merchant: any };
  const isById = merchant.kind === "one" && merchant.id === typed;
  return app.kind === "none" || isById
    ? { app: any, merchant }
    : { app: asChoice(app, typed), merchant: asChoice(merchant, typed) };
}

function asChoice(match: SearchMatch, typed: string): SearchMatch {
  return match.kind === "one" ? { kind: "several", typed, some: [match] } : match;
}

/** Searches accounts by id, e-mail address, or a part of name or address. */
export async function searchAccount(context: PageContext, typed: string): Promise<SearchMatch> {
  if (typed === "") return { kind: "any" };
  const { call } = context;
  const { accounts } = context.web.clients;
  const by = ID.test(typed) ? { accountId: typed } : { email: typed };
  const found = await nullIfMissing(accounts.getAccount({ ...by, withoutMemberships: true }, call));
  if (found?.account !== undefined) {
    const { accountId: id, email } = found.account;
    return { kind: "one", id, name: personName(context, nameOf(found.account)), typed, shown: email || typed };
  }
  const { accounts: some } = await accounts.listAccounts({ search: typed, pageSize: SOME }, call);
  return matchAmong(
    typed,
    some.map((account) => ({
      id: account.accountId,
      name: account.email === "" ? personName(context, account.name) : `${account.name} (${account.email})`,
    })),
  );
}

function matchAmong(typed: string, some: readonly Named[]): SearchMatch {
  const [first] = some;
  if (first === undefined) return { kind: "none", typed };
  return some.length === 1
    ? { kind: "one", ...first, typed: first.id, shown: typed }
    : { kind: "several", typed, some };
}

/** The app with this client id; null if there is none. */
export async function appById({ web, call }: PageContext, text: string): Promise<App | null> {
  if (!CLIENT_ID.test(text)) return null;
  const found = await nullIfMissing(web.clients.apps.getApp({ clientId: text }, call));
  return found?.app === undefined ? null : { ...found.app, installationCount: BigInt(found.installationCount) };
}

/** The merchant with this id; null if there is none. */
export async function merchantById({ web, call }: PageContext, text: string): Promise<Merchant | null> {
  if (text === "") return null;
  const request = { merchantId: text, withoutMembers: true };
  return (await nullIfMissing(web.clients.accounts.getMerchant(request, call)))?.merchant ?? null;
}

/** The account with this id; null if there is none. */
export async function accountById({ web, call }: PageContext, text: string): Promise<Account | null> {
  if (!ID.test(text)) return null;
  const request = { accountId: text, withoutMemberships: true };
  return (await nullIfMissing(web.clients.accounts.getAccount(request, call)))?.account ?? null;
}

/** Puts an exact match by id before the matches by name. */
export function exactFirst<T>(exact: T | null, found: readonly T[], idOf: (one: T) => string): readonly T[] {
  return exact === null ? found : [exact, ...found.filter((one) => idOf(one) !== idOf(exact))];
}

/** The response; null for NotFound and InvalidArgument. */
async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (failure) {
    const { code } = ConnectError.from(failure);
    if (code === Code.NotFound || code === Code.InvalidArgument) return null;
    throw failure;
  }
}
