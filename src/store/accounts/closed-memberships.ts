import { micros, type Query, type Statement } from "../connection/query.ts";

/** A closed merchant that an account belonged to. */
export interface ClosedMerchant {
  merchantId: string;
  name: string;
  /** In microseconds. */
  closedAt: number;
}

const KEEP: Statement = {
  name: "keep-closed-memberships",
  text: `
    insert into closed_membership (account_id, merchant_id)
    select s.account_id, m.id from membership s join merchant m on m.id = s.merchant_id where m.id = $1 and not m.test`,
};

/** Keeps who the members of a merchant are, before it is closed. Test merchants are left out. */
export async function keepClosedMemberships(query: Query, merchantId: string): Promise<void> {
  await query(KEEP, [merchantId]);
}

const CLOSED_MAX = 3;

const LIST: Statement = {
  name: "list-closed-memberships",
  text: `
    select m.id as "merchantId", m.name, ${micros("m.closed_at")} as "closedAt"
    from closed_membership c join merchant m on m.id = c.merchant_id
    where c.account_id = $1 order by m.closed_at desc, m.id limit ${CLOSED_MAX}`,
};

/** The merchants that the account belonged to when they were closed: the newest three. */
export function listClosedMerchants(query: Query, accountId: string): Promise<ClosedMerchant[]> {
  return query<ClosedMerchant>(LIST, [accountId]);
}

const FORGET: Statement = {
  name: "forget-closed-memberships",
  text: "delete from closed_membership where account_id = $1",
};

export async function forgetClosedMemberships(query: Query, accountId: string): Promise<void> {
  await query(FORGET, [accountId]);
}
