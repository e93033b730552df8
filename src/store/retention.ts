import type { Query, Statement } from "./query.ts";

/** What is kept for a while after it ended, and then only takes room. */
export type Kept = "session" | "install_token" | "invitation";

export const KEPT: readonly Kept[] = ["session", "install_token", "invitation"];

// An interaction names the session that it is bound to, and the install token that it began with; it goes first, within the hour of its end.
const DROP: Record<Kept, Statement> = {
  session: drop("session", "1 day", "not exists (select from interaction i where i.session_id = k.id)"),
  install_token: drop(
    "install_token",
    "1 day",
    "not exists (select from interaction i where i.install_token_id = k.id)",
  ),
  // People look up whom they invited, and who came.
  invitation: drop("invitation", "90 days", "true"),
};

/** Rows are found by the index of their ends, the oldest first, and never waited for: what another replica or a reader holds is for the next time. */
function drop(table: Kept, after: string, free: string): Statement {
  return {
    name: `drop-old-${table}`,
    text: `
    delete from ${table} where id = any(array(
      select k.id from ${table} k where k.expires_at <= clock_timestamp() - interval '${after}' and ${free}
      order by k.expires_at limit $1 for update of k skip locked))
    returning 1`,
  };
}

/** Drops up to `most` rows that ended long enough ago; how many it were. */
export async function dropOld(query: Query, kept: Kept, most: number): Promise<number> {
  return (await query(DROP[kept], [most])).length;
}

/** The statement of one batch, for whoever looks at its plan. */
export function dropStatement(kept: Kept): Statement {
  return DROP[kept];
}
