import type { Query, Statement } from "../connection/query.ts";

const TAKE: Statement = {
  name: "take-expiring-secrets",
  text: `
    with due as (
      select s.id, a.client_id from app_secret s join app a on a.id = s.app_id
      where s.retires_at > clock_timestamp() and s.retires_at <= clock_timestamp() + $1 * interval '1 second'
        and s.expiry_announced_at is null and a.state <> 'ARCHIVED'
      order by s.retires_at limit $2 for update of s skip locked
    )
    update app_secret s set expiry_announced_at = clock_timestamp() from due where s.id = due.id
    returning due.client_id as "clientId", s.id as "secretId"`,
};

/** A client secret and its app. */
export interface ExpiringSecret {
  clientId: string;
  secretId: string;
}

/** Marks the client secrets that end within `seconds` as announced, and returns them. */
export function takeExpiringSecrets(query: Query, seconds: number, limit: number): Promise<ExpiringSecret[]> {
  return query(TAKE, [seconds, limit]);
}
