import type { OutboxEventType } from "../../model/outbox-event.ts";
import type { Query, Statement } from "../connection/query.ts";

/** An event of the outbox and one recipient of its mail. */
export interface AppNotice {
  cursor: number;
  type: OutboxEventType;
  clientId: string;
  appName: string;
  /** The verified address of an owner of the developer's team, or of the member who submitted the reviewed app. */
  email: string;
  language: string | null;
  /** The code of the reason, such as `REDIRECT_URI`; null if there is none. */
  reasonCode: string | null;
  /** The reviewer's explanation; null if there is none. */
  reason: string | null;
  /** The restricted scopes of the app's profile that its approval left out. */
  refusedScopes: string[];
}

/** A range of cursors without its first cursor. */
export interface CursorRange {
  after: number;
  to: number;
}

// The events up to the head are committed, because each transaction holds the row of the head until its commit.
const LOCK: Statement = {
  name: "lock-mail-position",
  text: `
    select p.cursor as after, least(h.cursor, p.cursor + $1) as to
    from mail_position p, event_head h where p.id = 1 and h.id = 1 for update of p skip locked`,
};

/**
 * Locks the position until the end of the transaction and returns the range of the next events, at most `limit`. Null while another process
 * has the lock.
 */
export async function lockMailPosition(query: Query, limit: number): Promise<CursorRange | null> {
  const [range] = await query<{ after: string | number; to: string | number }>(LOCK, [limit]);
  return range === undefined ? null : { after: Number(range.after), to: Number(range.to) };
}

const ADVANCE: Statement = { name: "advance-mail-position", text: "update mail_position set cursor = $1 where id = 1" };

export async function advanceMailPosition(query: Query, cursor: number): Promise<void> {
  await query(ADVANCE, [cursor]);
}

// The verdict is the last history row before the event, because one transaction writes the history row and then the event.
const READ: Statement = {
  name: "read-app-notices",
  text: `
    select e.cursor::float8 as cursor, e.type, e.client_id as "clientId", coalesce(a.name, a.client_id) as "appName", d.email, d.language, v.reason_code as "reasonCode", v.reason_text as reason,
      array(select s->>'name' from jsonb_array_elements(a.scopes) s where s->>'name' = any(a.restricted_scopes_refused)) as "refusedScopes"
    from event e
      join app a on a.client_id = e.client_id
      left join lateral (
        select h.actor_id from app_history h where h.app_id = a.id and e.type like 'app.%' and h.action = 'submit' and h.at <= e.at
        order by h.id desc limit 1
      ) s on true
      join lateral (
        select a.developer_id as id
        union select t.account_id from team_member t where t.team_id = a.developer_id and (t.role = 'OWNER' or t.account_id = s.actor_id)
      ) r on true
      join account d on d.id = r.id and d.email_verified_at is not null and d.state = 'ACTIVE'
      left join lateral (
        select h.reason_code, h.reason_text from app_history h where h.app_id = a.id and e.type like 'app.%' and h.at <= e.at
        order by h.id desc limit 1
      ) v on true
    where e.cursor > $1 and e.cursor <= $2 and e.type = any($3) and e.at > clock_timestamp() - interval '1 day'
    order by e.cursor, d.id`,
};

/** The notices of a range of events, in order. Omits events older than a day, which date from a time when no process sent mails. */
export async function readAppNotices(
  query: Query,
  { after, to }: CursorRange,
  types: readonly string[],
): Promise<AppNotice[]> {
  return query<AppNotice>(READ, [after, to, types]);
}
