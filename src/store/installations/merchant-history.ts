import type { AuditAction } from "../../model/audit-action.ts";
import type { Query, Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, toRange } from "../connection/scan.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";
import { EVENT, type InstallationHistoryRow } from "./installation-history.ts";

/** An event of an installation, as its merchant sees it. */
export interface MerchantHistoryRow extends InstallationHistoryRow {
  id: string;
  /** The consenting or acting member; null for other parties, and if the account is no longer a member. */
  accountId: string | null;
  accountName: string | null;
}

export interface MerchantHistoryQuery {
  installationId: string;
  limit: number;
  /** The id of the previous page's last event. */
  after: string[] | null;
}

/** The changes of an installation, without the use and the revocation of tokens. */
export const MERCHANT_HISTORY_ACTIONS = [
  "token.exchange",
  "installation.remove_scopes",
  "installation.suspend",
  "installation.resume",
  "installation.uninstall",
] as const satisfies readonly AuditAction[];

/** The number of audit events that one page reads, those with other actions included. */
const SCANNED = 200;

const KEYS = toRange({
  fixed: [{ column: "k.installation_id", value: "$1::uuid" }],
  key: ["k.id"],
  after: ["$2::uuid"],
  to: [`'${FIRST_ID}'::uuid`],
  descending: true,
});

// `offset 0` makes PostgreSQL look the rows up one by one, in the order of the index.
const LIST: Statement = {
  name: "list-merchant-history",
  prepared: true,
  text: `
    select e.id, ${EVENT}, p.id as "accountId", p.name as "accountName", e.action = any($3::text[]) as matches, k.n = ${SCANNED} as last
    from (select k.id, ${rowNumber(KEYS.order)} as n from audit_event k where ${KEYS.where} order by ${KEYS.order} limit ${SCANNED}) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    left join lateral (
      select a.id, a.name from membership s join account a on a.id = s.account_id
      where s.merchant_id = e.merchant_id and s.account_id = case
        when e.action = 'token.exchange' then e.account_id
        when e.detail->>'party' = 'MERCHANT' then e.actor_id end
      offset 0) p on true
    where e.action = any($3::text[]) or k.n = ${SCANNED} order by k.n`,
};

/**
 * One page of an installation's events, newest first, and the matching events after it that the scan has read, from which the scopes before
 * the page's last event are known.
 */
export async function listMerchantHistory(query: Query, { installationId, limit, after }: MerchantHistoryQuery) {
  const values = [installationId, after?.[0] ?? LAST_ID, MERCHANT_HISTORY_ACTIONS];
  const rows = await query<MerchantHistoryRow & Scanned>(LIST, values);
  const { shown, next } = pageOfScan(rows, limit);
  return { shown, next, earlier: rows.filter(({ matches }) => matches).slice(shown.length) };
}
