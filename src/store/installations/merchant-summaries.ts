import type { Query, Statement } from "../connection/query.ts";
import { findInstallations, type InstallationView } from "./installation-list.ts";

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

// An archived app has no installations, even if not all of the rows are updated yet.
const PRESENT = "(i.state in ('ACTIVE', 'SUSPENDED') and i.app_state <> 'ARCHIVED')";
const STOPPED = "(i.app_state in ('SUSPENDED', 'REJECTED') or i.suspended_by && array['APP', 'OPERATOR'])";
const EXPIRED = "(i.state = 'ACTIVE' and coalesce(i.tokens_expire_at < clock_timestamp(), false))";
const NEEDS_ATTENTION = `(i.state = 'PENDING' and i.app_state <> 'ARCHIVED' or ${PRESENT} and (${STOPPED} or ${EXPIRED}))`;

const SUMMARIZE: Statement = {
  name: "summarize-merchants",
  prepared: true,
  text: `
    select s.id as "merchantId", c.connected, c.suspended, c."needsAttention", c.partial, c.attention
    from unnest($2::text[]) with ordinality asked(id, n)
    cross join lateral (
      select m.id from membership e join merchant m on m.id = e.merchant_id
      where e.account_id = $1 and e.merchant_id = asked.id and m.state <> 'CLOSED' offset 0) s
    cross join lateral (
      select count(*) filter (where ${PRESENT})::int as connected,
        count(*) filter (where ${PRESENT} and i.state = 'SUSPENDED')::int as suspended,
        count(*) filter (where ${NEEDS_ATTENTION})::int as "needsAttention",
        count(*) >= ${COUNTED} as partial,
        (array_agg(i.id order by i.id desc) filter (where ${NEEDS_ATTENTION}))[1:${SHOWN_OF_MERCHANT}] as attention
      from (
        select i.*, a.state as app_state
        from (select * from installation where merchant_id = s.id order by merchant_id desc, id desc limit ${COUNTED}) i
        cross join lateral (select state from app where id = i.app_id offset 0) a) i) c
    order by asked.n`,
};

type Row = MerchantSummary & { attention: string[] | null };

/** The counts of the account's merchants among the given ones, and the installations that need attention. */
export async function summarizeMerchants(
  query: Query,
  { accountId, merchantIds }: { accountId: string; merchantIds: readonly string[] },
): Promise<MerchantSummaries> {
  const rows = await query<Row>(SUMMARIZE, [accountId, merchantIds]);
  const ids = rows.flatMap(({ attention }) => attention ?? []).slice(0, SHOWN);
  const merchants = rows.map(({ attention: _, ...summary }) => summary);
  return { merchants, attention: ids.length === 0 ? [] : await findInstallations(query, ids) };
}
