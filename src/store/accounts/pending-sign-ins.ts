import { micros, type Query, type Statement } from "../connection/query.ts";

const START: Statement = {
  name: "start-pending-sign-in",
  text: `
    insert into pending_sign_in (account_id, digest, password_digest, expires_at)
    values ($1, $2, $3, clock_timestamp() + $4 * interval '1 second') returning ${micros("expires_at")} as "expiresAt"`,
};

export interface NewPendingSignIn {
  accountId: string;
  /** SHA-256 of the token. */
  digest: Uint8Array;
  /** SHA-256 of the stored password hash against which the password was verified. */
  passwordDigest: Uint8Array;
  /** Seconds. */
  lifetime: number;
}

/** Stores a sign-in that waits for the second factor; returns its expiry in microseconds. */
export async function startPendingSignIn(query: Query, pending: NewPendingSignIn): Promise<number> {
  const { accountId, digest, passwordDigest, lifetime } = pending;
  const [row] = await query<{ expiresAt: number }>(START, [accountId, digest, passwordDigest, lifetime]);
  return row!.expiresAt;
}

/** A pending sign-in that can be completed. */
export interface PendingRow {
  id: string;
  accountId: string;
  /** Null if the account has lost its address meanwhile. */
  email: string | null;
  passwordDigest: Buffer;
  /** Microseconds. */
  expiresAt: number;
}

const OPEN = "used_at is null and expires_at > clock_timestamp() and failures < $2";

const FIND: Statement = {
  name: "find-pending-sign-in",
  text: `
    select p.id, account_id as "accountId", a.email, password_digest as "passwordDigest", ${micros("expires_at")} as "expiresAt"
    from pending_sign_in p join account a on a.id = p.account_id where digest = $1 and ${OPEN}`,
};

/** The pending sign-in of a token; null if it has expired, was completed, or has had `failures` wrong attempts. */
export async function findPendingSignIn(
  query: Query,
  digest: Uint8Array,
  failures: number,
): Promise<PendingRow | null> {
  return (await query<PendingRow>(FIND, [digest, failures]))[0] ?? null;
}

const LOCK: Statement = {
  name: "lock-pending-sign-in",
  text: `select id from pending_sign_in where id = $1 and ${OPEN} for update`,
};

/** Locks a pending sign-in, so that concurrent attempts count one after another; false if it can no longer be completed. */
export async function lockPendingSignIn(query: Query, id: string, failures: number): Promise<boolean> {
  return (await query(LOCK, [id, failures])).length > 0;
}

const FAIL: Statement = {
  name: "fail-pending-sign-in",
  text: "update pending_sign_in set failures = failures + 1 where id = $1",
};

/** Counts a wrong attempt. */
export async function failPendingSignIn(query: Query, id: string): Promise<void> {
  await query(FAIL, [id]);
}

const USE: Statement = {
  name: "use-pending-sign-in",
  text: `update pending_sign_in set used_at = clock_timestamp() where id = $1 and ${OPEN} returning 1`,
};

/** Marks a pending sign-in as completed; false if it can no longer be completed. */
export async function usePendingSignIn(query: Query, id: string, failures: number): Promise<boolean> {
  return (await query(USE, [id, failures])).length > 0;
}
