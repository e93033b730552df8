import { micros, type Query, type Statement } from "../connection/query.ts";

/** A secret that has stopped working. */
export interface EndedSecret {
  hint: string;
  /** In microseconds. */
  endedAt: number;
  /** The account that retired it; null if a service key did, or a release that did not store it. */
  retiredBy: { id: string; name: string } | null;
}

const FIND: Statement = {
  name: "find-ended-secret",
  text: `
    select s.hint, ${micros("s.retires_at")} as "endedAt",
      (select json_build_object('id', a.id, 'name', a.name) from account a where a.id = s.retired_by_id) as "retiredBy"
    from app_secret s where s.id = $1 and s.app_id = $2 and s.retires_at <= clock_timestamp()`,
};

/** Null for an unknown secret, one of another app, or one that still works. */
export async function findEndedSecret(
  query: Query,
  { appId, secretId }: { appId: string; secretId: string },
): Promise<EndedSecret | null> {
  const [row] = await query<EndedSecret>(FIND, [secretId, appId]);
  return row ?? null;
}
