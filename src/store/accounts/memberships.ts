import type { MemberRole, MerchantState } from "../../model/merchant.ts";
import type { Query, Statement } from "../connection/query.ts";
import { toRange } from "../connection/scan.ts";
import { FIRST_ID } from "../connection/uuid-range.ts";

/** A membership with the names of merchant and account. */
export interface MembershipRow {
  id: string;
  merchantId: string;
  merchantName: string;
  merchantState: MerchantState;
  /** True for a test merchant. */
  test: boolean;
  accountId: string;
  accountName: string;
  accountEmail: string | null;
  role: MemberRole;
  /** True if a claim of the external login granted the membership. */
  byClaim: boolean;
}

/** `offset 0` makes PostgreSQL look the names up row by row, so that a page reads only the names that it shows. */
function named(name: string, rows: string): Statement {
  return {
    name,
    prepared: true,
    text: `
    select s.id, s.merchant_id as "merchantId", m.name as "merchantName",
      m.state as "merchantState", m.test, s.account_id as "accountId", a.name as "accountName",
      a.email as "accountEmail", s.role, s.by_claim as "byClaim"
    from (${rows}) s
    cross join lateral (select name, state, test from merchant where id = s.merchant_id offset 0) m
    cross join lateral (select name, email from account where id = s.account_id offset 0) a`,
  };
}

const OF_MERCHANT = toRange({
  fixed: [{ column: "merchant_id", value: "$1" }],
  key: ["id"],
  after: ["$2::uuid"],
  descending: false,
});
const OF_ACCOUNT = toRange({
  fixed: [{ column: "account_id", value: "$1::uuid" }],
  key: ["merchant_id"],
  after: ["$2"],
  descending: false,
});

const LIST_OF_MERCHANT = named(
  "list-members",
  `select * from membership where ${OF_MERCHANT.where} order by ${OF_MERCHANT.order} limit $3`,
);
const LIST_OF_ACCOUNT = named(
  "list-memberships",
  `select * from membership where ${OF_ACCOUNT.where} order by ${OF_ACCOUNT.order} limit $3`,
);
const FIND = named("find-membership", "select * from membership where merchant_id = $1 and account_id = $2::uuid");

/** Members of a merchant in the order in which they joined. @param after the previous page's last id; null for the first page */
export function listMembers(
  query: Query,
  read: { merchantId: string; after: string | null; most: number },
): Promise<MembershipRow[]> {
  return query<MembershipRow>(LIST_OF_MERCHANT, [read.merchantId, read.after ?? FIRST_ID, read.most]);
}

/** Memberships of an account by merchant id. @param after the previous page's last merchant id; null for the first page */
export function listMemberships(
  query: Query,
  read: { accountId: string; after: string | null; most: number },
): Promise<MembershipRow[]> {
  return query<MembershipRow>(LIST_OF_ACCOUNT, [read.accountId, read.after ?? "", read.most]);
}

/** The membership of an account in a merchant; null if there is none. */
export async function findMembership(
  query: Query,
  of: { merchantId: string; accountId: string },
): Promise<MembershipRow | null> {
  const [found] = await query<MembershipRow>(FIND, [of.merchantId, of.accountId]);
  return found ?? null;
}
