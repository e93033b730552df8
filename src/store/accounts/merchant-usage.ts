import { micros, type Query, type Statement } from "../connection/query.ts";

/** The apps and members of a merchant, each counted up to `MAX_COUNTED`. */
export interface MerchantUsage {
  merchantId: string;
  /** The number of active and suspended installations. */
  installations: number;
  members: number;
  /** When one of these installations was last used, in microseconds; null if none was. */
  lastUsedAt: number | null;
}

/** The number of rows that are read for each merchant and count. */
export const MAX_COUNTED = 100;

const NEWEST = `
  select state, last_used_at from installation where merchant_id = listed.id order by id desc limit ${MAX_COUNTED}`;

const USAGE: Statement = {
  name: "list-merchant-usage",
  text: `
    select listed.id as "merchantId", i.installations, i."lastUsedAt",
      (select count(*)::int from (select from membership where merchant_id = listed.id limit ${MAX_COUNTED}) m) as members
    from unnest($1::text[]) listed (id)
    cross join lateral (
      select count(*) filter (where state in ('ACTIVE', 'SUSPENDED'))::int as installations, ${micros("max(last_used_at)")} as "lastUsedAt"
      from (${NEWEST}) newest
    ) i`,
};

/** The usage of the merchants with these ids. Reads at most `MAX_COUNTED` rows of each merchant. */
export async function listMerchantUsage(query: Query, ids: readonly string[]): Promise<MerchantUsage[]> {
  return query<MerchantUsage>(USAGE, [ids]);
}

const ONE: Statement = {
  name: "find-merchant-usage",
  text: `
    select $1::text as "merchantId", null as "lastUsedAt",
      (select count(*)::int from (
        select from installation where merchant_id = $1 and state in ('ACTIVE', 'SUSPENDED') limit ${MAX_COUNTED}) i) as installations,
      (select count(*)::int from (select from membership where merchant_id = $1 limit ${MAX_COUNTED}) m) as members`,
};

/** The usage of one merchant without its last use. Counts installations whatever their age. */
export async function findMerchantUsage(query: Query, id: string): Promise<MerchantUsage> {
  return (await query<MerchantUsage>(ONE, [id]))[0]!;
}
