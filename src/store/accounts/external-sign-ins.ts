import type { Query, Statement } from "../connection/query.ts";

const BEGIN: Statement = {
  name: "begin-external-sign-in",
  text: `
    insert into external_sign_in (browser_digest, next, expires_at)
    values ($1, $2, clock_timestamp() + $3 * interval '1 second')`,
};

/** Stores a pending external login: the digest of the browser's secret, the path to continue with, and its lifetime in seconds. */
export async function beginExternalSignIn(
  query: Query,
  login: { browserDigest: Uint8Array; next: string; lifetime: number },
): Promise<void> {
  await query(BEGIN, [login.browserDigest, login.next, login.lifetime]);
}

const FINISH: Statement = {
  name: "finish-external-sign-in",
  text: `
    update external_sign_in set used_at = clock_timestamp()
    where browser_digest = $1 and used_at is null and expires_at > clock_timestamp() returning next`,
};

/** Marks a pending external login as used and returns it; null if there is none. */
export async function finishExternalSignIn(query: Query, browserDigest: Uint8Array): Promise<{ next: string } | null> {
  const [login] = await query<{ next: string }>(FINISH, [browserDigest]);
  return login ?? null;
}
