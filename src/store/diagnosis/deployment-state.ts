import { MAIL_JOBS } from "../../model/mail.ts";
import type { Query, Statement } from "../connection/query.ts";
import { KEEP_FAILED_DAYS } from "../jobs/queue.ts";
import { PARTITIONED_TABLES, type PartitionedTable } from "../retention/partitions.ts";

const HEARTBEAT: Statement = {
  name: "read-heartbeat-age",
  text: `select extract(epoch from clock_timestamp() - beat_at)::float8 as age from service_heartbeat where id = 1`,
};

/** Seconds since the newest heartbeat of any core; null if no core has run with this database. */
export async function readHeartbeatAge(query: Query): Promise<number | null> {
  const [row] = await query<{ age: number }>(HEARTBEAT, []);
  return row?.age ?? null;
}

const FOREIGN_TABLES: Statement = {
  name: "list-tables-of-other-owners",
  text: `
    select c.relname::text as name from unnest($1::text[]) as t(name) join pg_class c on c.oid = to_regclass(t.name)
    where not pg_has_role(c.relowner, 'USAGE') order by 1`,
};

/** The partitioned tables that this role does not own, so that it cannot create and drop their partitions. */
export async function listForeignTables(query: Query): Promise<PartitionedTable[]> {
  const rows = await query<{ name: PartitionedTable }>(FOREIGN_TABLES, [PARTITIONED_TABLES]);
  return rows.map(({ name }) => name);
}

const WEBHOOK_DELAY: Statement = {
  name: "read-webhook-delay",
  text: `
    select greatest(
      coalesce((select extract(epoch from clock_timestamp() - e.at) from event e, webhook_head h where e.cursor = h.cursor + 1), 0),
      coalesce((
        select extract(epoch from clock_timestamp() - min(due_at)) from webhook_lane
        where due_at <= clock_timestamp() and (holder is null or leased_until < clock_timestamp())
      ), 0)
    )::float8 as seconds`,
};

/** How many seconds ago the oldest event or webhook that no process has taken became due. */
export async function readWebhookDelay(query: Query): Promise<number> {
  const [row] = await query<{ seconds: number }>(WEBHOOK_DELAY, []);
  return row!.seconds;
}

/** Mails that were not sent. */
export interface UnsentMails {
  /** The number of mails that are due and that no process has taken. */
  waiting: number;
  /** How many seconds the oldest of them has been due. */
  dueFor: number;
  /** The number of mails given up within the last day. */
  givenUp: number;
  /** Why the last of them was given up. */
  reason: string | null;
}

const UNSENT_MAILS: Statement = {
  name: "read-unsent-mails",
  text: `
    select count(*) filter (where due)::int as waiting, count(*) filter (where given_up)::int as "givenUp",
      coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due)), 0)::float8 as "dueFor",
      (array_agg(last_error order by expires_at desc) filter (where given_up))[1] as reason
    from (
      select run_at, expires_at, last_error, state = 'PENDING' and run_at < clock_timestamp() as due,
        state = 'FAILED' and expires_at > clock_timestamp() + interval '${KEEP_FAILED_DAYS - 1} days' as given_up
      from job where kind = any($1)
    ) j`,
};

/** The mails in the queue that were not sent. A mail that is being sent, or is retried later, does not count as due. */
export async function readUnsentMails(query: Query): Promise<UnsentMails> {
  return (await query<UnsentMails>(UNSENT_MAILS, [MAIL_JOBS]))[0]!;
}

/** A service key or the secrets of an app, with the end of their validity in seconds since 1970. */
export interface ExpiringSecret {
  id: string;
  name: string;
  expiresAt: number;
}

const SERVICE_KEYS: Statement = {
  name: "list-expiring-service-keys",
  text: `
    select id::text, name, extract(epoch from expires_at)::float8 as "expiresAt" from service_key
    where revoked_at is null and expires_at < now() + $1 * interval '1 second'
      and last_used_at > now() - interval '7 days' order by expires_at limit 20`,
};

/** Service keys that were used in the last seven days and have expired or expire within `seconds`; the first 20. */
export async function listExpiringServiceKeys(query: Query, seconds: number): Promise<ExpiringSecret[]> {
  return query(SERVICE_KEYS, [seconds]);
}

const APPS: Statement = {
  name: "list-apps-with-retiring-secrets",
  text: `
    select a.client_id as id, a.name, extract(epoch from max(s.retires_at))::float8 as "expiresAt"
    from app a join app_secret s on s.app_id = a.id where a.state = 'APPROVED' and a.confidential
    group by a.id having bool_and(s.retires_at is not null)
      and max(s.retires_at) > now() and max(s.retires_at) < now() + $1 * interval '1 second'
    order by max(s.retires_at) limit 20`,
};

/** Approved apps whose last secret retires within `seconds`; the first 20. */
export async function listAppsWithoutLastingSecret(query: Query, seconds: number): Promise<ExpiringSecret[]> {
  return query(APPS, [seconds]);
}
