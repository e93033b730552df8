import type { Query, Statement } from "../connection/query.ts";
import { type InstallationView, installationsOf } from "./installation-list.ts";
import { PENDING_AGAIN } from "./pending-again.ts";

/** The number of a merchant's installations. Of more than `COUNTED`, only the newest are counted. */
export interface MerchantSummary {
  merchantId: string;
  connected: number;
  suspended: number;
  needsAttention: number;
  partial: boolean;
}

export interface MerchantSummaries {
  merchants: MerchantSummary[];
  attention: InstallationView[];
}

const COUNTED = 101;
const SHOWN_OF_MERCHANT = 5;
const SHOWN = 20;
/** The number of memberships that GetSession returns. */
const OWN_MAX = 100;

// An archived app has no installations, even if not all of the rows are updated yet.
const PRESENT = "(i.state in ('ACTIVE', 'SUSPENDED') and i.app_state <> 'ARCHIVED')";
const STOPPED = "(i.app_state in ('SUSPENDED', 'REJECTED') or i.suspended_by && array['APP', 'OPERATOR'])";
const EXPIRED = "(i.state = 'ACTIVE' and coalesce(i.tokens_expire_at < clock_timestamp(), false))";
const NEEDS_ATTENTION = `((i.state = 'PENDING' or ${PENDING_AGAIN}) and i.app_state <> 'ARCHIVED' or ${PRESENT} and (${STOPPED} or ${EXPIRED}))`;

const ASKED = `unnest($2::text[]) with ordinality asked(id, n)`;
// As the list of memberships: the first ones by merchant id.
const OWN = `(select merchant_id as id, row_number() over (order by merchant_id) as n
        from membership where account_id = $1 order by merchant_id limit ${OWN_MAX}) asked`;

/** One statement reads the counts, and the complete rows of the installations that need attention. */
const summarize = (name: string, asked: string): Statement => ({
  name,
  prepared: true,
  text: `
    with counted as materialized (
      select asked.n, s.id, c.*
      from ${asked}
      cross join lateral (
        select m.id from membership e join merchant m on m.id = e.merchant_id
        where e.account_id = $1 and e.merchant_id = asked.id and m.state <> 'CLOSED' offset 0) s
      cross join lateral (
        select count(*) filter (where ${PRESENT})::int as connected,
          count(*) filter (where ${PRESENT} and i.state = 'SUSPENDED')::int as suspended,
          count(*) filter (where ${NEEDS_ATTENTION})::int as needs_attention,
          count(*) >= ${COUNTED} as partial,
          (array_agg(i.id order by i.id desc) filter (where ${NEEDS_ATTENTION}))[1:${SHOWN_OF_MERCHANT}] as attention
        from (
          select i.*, a.state as app_state
          from (select * from installation where merchant_id = s.id order by merchant_id desc, id desc limit ${COUNTED}) i
          cross join lateral (select state from app where id = i.app_id offset 0) a) i) c
    )
    select
      (select coalesce(json_agg(json_build_object('merchantId', id, 'connected', connected, 'suspended', suspended,
        'needsAttention', needs_attention, 'partial', partial) order by n), '[]') from counted) as merchants,
      (select coalesce(json_agg(v), '[]') from (${installationsOf(`(
        select u.id, row_number() over (order by c.n, u.n) as n from counted c, unnest(c.attention) with ordinality u(id, n)
        order by c.n, u.n limit ${SHOWN}) asked`)}) v) as attention`,
});

const OF_ASKED = summarize("summarize-merchants", ASKED);
const OF_ACCOUNT = summarize("summarize-merchants-of-account", OWN);

/**
 * The counts of the account's merchants among the given ones, or of its first merchants, and the installations that need attention.
 * @param merchantIds null for the account's first merchants
 */
export async function summarizeMerchants(
  query: Query,
  { accountId, merchantIds }: { accountId: string; merchantIds: readonly string[] | null },
): Promise<MerchantSummaries> {
  const [row] = await (merchantIds === null
    ? query<MerchantSummaries>(OF_ACCOUNT, [accountId])
    : query<MerchantSummaries>(OF_ASKED, [accountId, merchantIds]));
  return row!;
}
