import type { EntityManager } from "@mikro-orm/core";
import { Account } from "../../model/account.ts";
import { listLastSignIns } from "../../store/accounts/account-search.ts";
import { listMemberships, type MembershipRow } from "../../store/accounts/memberships.ts";
import { listTeams, type NamedTeam } from "../../store/accounts/team-members.ts";
import type { Query } from "../../store/connection/query.ts";
import { compareMerchants } from "../merchant-order.ts";

/** An account with at most 100 of its memberships, and its teams. */
export interface AccountWithMemberships {
  account: Account;
  memberships: MembershipRow[];
  /** The teams of other developers, by name. */
  teams: NamedTeam[];
  /** The start of the newest stored session, in microseconds; null if there is none or the query does not ask for it. */
  lastSignedInAt: number | null;
}

const MAX_MEMBERSHIPS = 100;

export interface AccountQuery {
  query: Query;
  where: { id?: string; email?: string };
  withoutMemberships?: boolean | undefined;
  withLastSignIn?: boolean | undefined;
}

/**
 * Finds an account with its first 100 memberships by merchant id, which are then sorted by merchant name; null if there is no such account.
 * The limit bounds the cost of each page for accounts with thousands of merchants.
 */
export async function findAccountWithMemberships(
  em: EntityManager,
  { query, where, withoutMemberships = false, withLastSignIn = false }: AccountQuery,
): Promise<AccountWithMemberships | null> {
  const search = em.findOne(Account, where);
  const accountId = where.id ?? (await search)?.id;
  if (accountId === undefined) return null;
  const [account, memberships, teams, signIns] = await Promise.all([
    search,
    withoutMemberships ? [] : listMemberships(query, { accountId, after: null, most: MAX_MEMBERSHIPS }),
    listTeams(query, accountId),
    withLastSignIn ? listLastSignIns(query, [accountId]) : null,
  ]);
  if (account === null) return null;
  const named = ({ merchantId, merchantName: name }: MembershipRow) => ({ merchantId, name });
  memberships.sort((a, b) => compareMerchants(named(a), named(b)));
  return { account, memberships, teams, lastSignedInAt: signIns?.get(accountId) ?? null };
}
