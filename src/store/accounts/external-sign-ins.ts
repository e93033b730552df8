import type { Query, Statement } from "../connection/query.ts";

const BEGIN: Statement = {
  name: "begin-external-sign-in",
  text: `
    insert into external_sign_in (browser_digest, next, expires_at)
    values ($1, $2, clock_timestamp() + $3 * interval '1 second')`,
};

/** Keeps a trip to the identity provider: what the browser shows when it is back, where it then goes, and for how many seconds. */
export async function beginExternalSignIn(
  query: Query,
  trip: { browserDigest: Uint8Array; next: string; lifetime: number },
): Promise<void> {
  await query(BEGIN, [trip.browserDigest, trip.next, trip.lifetime]);
}

const FINISH: Statement = {
  name: "finish-external-sign-in",
  text: `
    update external_sign_in set used_at = clock_timestamp()
    where browser_digest = $1 and used_at is null and expires_at > clock_timestamp() returning next`,
};

/** Ends a trip, once; null if there is none under way. */
export async function finishExternalSignIn(query: Query, browserDigest: Uint8Array): Promise<{ next: string } | null> {
  const [trip] = await query<{ next: string }>(FINISH, [browserDigest]);
  return trip ?? null;
}
