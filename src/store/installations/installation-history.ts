import type { AuditAction } from "../../model/audit-action.ts";
import type { Party } from "../../model/merchant.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { toRange } from "../connection/scan.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";

/** SQL: the columns of an event `e` without its accounts. */
export const EVENT = `
      ${micros("e.at")} as at, e.action, coalesce((e.detail->>'installed')::boolean, false) as installed,
      e.detail->>'party' as party, case when e.action in ('installation.suspend', 'installation.uninstall') then e.detail->>'reason' end as "reasonCode",
      case e.action when 'installation.uninstall' then e.detail->>'reason_text' end as "reasonText",
      array(select jsonb_array_elements_text(e.detail->'scopes')
        where e.action in ('token.exchange', 'installation.remove_scopes') and jsonb_typeof(e.detail->'scopes') = 'array') as scopes,
      coalesce(e.detail->>'installation_version', e.detail->>'version')::int as version`;

/** An event of an installation from the audit log, without accounts, addresses and tokens. */
export interface InstallationHistoryRow {
  /** Microseconds. */
  at: number;
  action: HistoryAction;
  /** True for an exchange that installed the app. */
  installed: boolean;
  party: Party | null;
  reasonCode: string | null;
  /** The explanation of an uninstall. */
  reasonText: string | null;
  scopes: string[];
  version: number | null;
}

export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** The actions that a developer may see. The details that are read below are also in events or in the installation. */
export const HISTORY_ACTIONS = [
  "token.exchange",
  "token.reuse",
  "token.code_replay",
  "token.revoke",
  "installation.remove_scopes",
  "installation.suspend",
  "installation.resume",
  "installation.uninstall",
] as const satisfies readonly AuditAction[];

/** The number of audit events that are read, those with other actions included. */
const SCANNED = 200;

const KEYS = toRange({
  fixed: [{ column: "k.installation_id", value: "$1::uuid" }],
  key: ["k.id"],
  after: [`'${LAST_ID}'::uuid`],
  to: [`'${FIRST_ID}'::uuid`],
  descending: true,
});

// `offset 0` makes PostgreSQL look the rows up one by one, in the order of the index.
const HISTORY: Statement = {
  name: "installation-history",
  prepared: true,
  text: `
    select ${EVENT}
    from (select k.installation_id, k.id from audit_event k where ${KEYS.where} order by ${KEYS.order} limit ${SCANNED}) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    where e.action = any($2::text[]) order by k.id desc limit $3`,
};

/** The newest events of an installation, newest first. */
export function listHistory(query: Query, installationId: string, limit: number): Promise<InstallationHistoryRow[]> {
  return query<InstallationHistoryRow>(HISTORY, [installationId, HISTORY_ACTIONS, limit]);
}
