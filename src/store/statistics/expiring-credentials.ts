import { micros, type Query, type Statement } from "../connection/query.ts";

/** A client secret or a service key that expires soon. */
export interface ExpiringCredentialRow {
  /** Null for a service key. */
  clientId: string | null;
  /** Null for a client secret. */
  serviceKeyId: string | null;
  name: string;
  hint: string;
  /** Microseconds. */
  expiresAt: number;
}

export interface ExpiringCredentials {
  /** Soonest first. */
  soonest: ExpiringCredentialRow[];
  inDay: number;
  inMonth: number;
}

const SOON = "clock_timestamp() + interval '30 days'";

// The indexes give the credentials of each kind that expire first. The counts stop at the limit $1.
const FIND: Statement = {
  name: "list-expiring-credentials",
  text: `
    with found as materialized (
      (select a.client_id, null::uuid as key_id, a.name, s.hint, s.retires_at as at from app_secret s join app a on a.id = s.app_id
       where s.retires_at > clock_timestamp() and s.retires_at <= ${SOON} and a.state <> 'ARCHIVED' order by s.retires_at limit $1)
      union all
      (select null, k.id, k.name, k.hint, k.expires_at from service_key k
       where k.revoked_at is null and k.expires_at > clock_timestamp() and k.expires_at <= ${SOON} order by k.expires_at limit $1)
    ), soonest as (select * from found order by at limit $2)
    select least(count(*), $1)::int as "inMonth",
      least(count(*) filter (where at <= clock_timestamp() + interval '1 day'), $1)::int as "inDay",
      (select coalesce(jsonb_agg(jsonb_build_object('clientId', client_id, 'serviceKeyId', key_id, 'name', name, 'hint', hint,
        'expiresAt', ${micros("at")}) order by at), '[]') from soonest) as soonest
    from found`,
};

/** The client secrets and service keys that expire within 30 days. */
export async function listExpiringCredentials(
  query: Query,
  { countLimit, listLimit }: { countLimit: number; listLimit: number },
): Promise<ExpiringCredentials> {
  return (await query<ExpiringCredentials>(FIND, [countLimit, listLimit]))[0]!;
}
