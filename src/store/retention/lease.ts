import type { Query, Statement } from "../connection/query.ts";

/** The lease of one retention run. */
export interface Lease {
  holder: string;
  /** Seconds until the lease expires if it is not extended. */
  seconds: number;
}

// The lease is a row and not an advisory lock, because a pooler may use another session for the next transaction.
const TAKE: Statement = {
  name: "take-retention-lease",
  text: `
    insert into retention_lease as l (id, holder, free_at)
    values (1, gen_random_uuid(), clock_timestamp() + $1 * interval '1 second')
    on conflict (id) do update set holder = excluded.holder, free_at = excluded.free_at where l.free_at <= clock_timestamp()
    returning holder`,
};

/** Takes the lease and returns the id of its holder; null if another run has the lease. */
export async function takeLease(query: Query, seconds: number): Promise<string | null> {
  const [row] = await query<{ holder: string }>(TAKE, [seconds]);
  return row?.holder ?? null;
}

const EXTEND: Statement = {
  name: "extend-retention-lease",
  text: `
    update retention_lease set free_at = clock_timestamp() + $2 * interval '1 second' where id = 1 and holder = $1
    returning 1`,
};

/** Locks and extends the lease; false if another run has taken it. */
export async function extendLease(query: Query, { holder, seconds }: Lease): Promise<boolean> {
  return (await query(EXTEND, [holder, seconds])).length > 0;
}
