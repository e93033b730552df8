import type { Query, Statement } from "../connection/query.ts";

/** One run of the retention, by an id of its own. */
export interface Lease {
  holder: string;
  /** Seconds after which another run may begin unless this one goes on. */
  seconds: number;
}

// A row and no advisory lock of a session: a pooler may hand the next transaction another session.
const TAKE: Statement = {
  name: "take-retention-lease",
  text: `
    insert into retention_lease as l (id, holder, free_at)
    values (1, gen_random_uuid(), clock_timestamp() + $1 * interval '1 second')
    on conflict (id) do update set holder = excluded.holder, free_at = excluded.free_at where l.free_at <= clock_timestamp()
    returning holder`,
};

/** Begins a run and gives its id; null while another one is under way. */
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

/** Locks the lease until the transaction ends and extends it; false if another run has taken it. */
export async function extendLease(query: Query, { holder, seconds }: Lease): Promise<boolean> {
  return (await query(EXTEND, [holder, seconds])).length > 0;
}
