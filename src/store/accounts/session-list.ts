import { micros, type Query, type Statement } from "../connection/query.ts";

/** A live session of an account. Timestamps in microseconds. */
export interface SessionRow {
  sessionId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  userAgent: string | null;
  address: string | null;
}

/** A live session of an account. `$1` is the account, `$2` the idle timeout in seconds. */
const LIVE = `account_id = $1 and ended_at is null and expires_at > clock_timestamp()
      and last_seen_at > clock_timestamp() - $2 * interval '1 second'`;

/** The account whose sessions are read or ended. */
export interface SessionsOf {
  accountId: string;
  /** The number of seconds without use after which a session has ended. */
  idleTimeout: number;
}

const LIST: Statement = {
  name: "list-sessions",
  text: `
    select id as "sessionId", ${micros("created_at")} as "createdAt", ${micros("last_seen_at")} as "lastSeenAt",
      ${micros("expires_at")} as "expiresAt", user_agent as "userAgent", address
    from session where ${LIVE}
    order by id = $3 desc, last_seen_at desc limit $4`,
};

/** The live sessions of an account: the current one first, then the most recently used. */
export async function listLiveSessions(
  query: Query,
  { accountId, idleTimeout, currentId, limit }: SessionsOf & { currentId: string; limit: number },
): Promise<SessionRow[]> {
  return query<SessionRow>(LIST, [accountId, idleTimeout, currentId, limit]);
}

const END_ONE: Statement = {
  name: "end-session-of-account",
  text: `update session set ended_at = clock_timestamp() where ${LIVE} and id = $3 returning user_agent as "userAgent"`,
};

/** Ends a live session of an account; null if the account has no live session with this id. */
export async function endSessionOfAccount(
  query: Query,
  { accountId, idleTimeout, sessionId }: SessionsOf & { sessionId: string },
): Promise<Pick<SessionRow, "userAgent"> | null> {
  const [ended] = await query<Pick<SessionRow, "userAgent">>(END_ONE, [accountId, idleTimeout, sessionId]);
  return ended ?? null;
}

const IS_VERIFIED: Statement = {
  name: "is-session-verified",
  text: `select coalesce(verified_at > clock_timestamp() - $2 * interval '1 second', false) as verified from session where id = $1`,
};

/** True if the account proved its identity in this session within the last `seconds`. */
export async function isSessionVerified(query: Query, sessionId: string, seconds: number): Promise<boolean> {
  return (await query<{ verified: boolean }>(IS_VERIFIED, [sessionId, seconds]))[0]?.verified ?? false;
}

const VERIFY: Statement = {
  name: "verify-session",
  text: `
    update session set verified_at = clock_timestamp(),
      authenticated_by = case when $2 = any (authenticated_by) then authenticated_by else array_append(authenticated_by, $2) end
    where id = $1`,
};

/** Records that the account proved its identity in this session by `method`. */
export async function verifySession(query: Query, sessionId: string, method: string): Promise<void> {
  await query(VERIFY, [sessionId, method]);
}

const RECENT_DEVICES: Statement = {
  name: "list-recent-devices",
  text: `
    select distinct on (user_agent, address) user_agent as "userAgent", address from session
    where account_id = $1 order by user_agent, address limit 200`,
};

/** The browsers and addresses of an account's sessions, including ended sessions that the cleanup has not removed yet. */
export async function listRecentDevices(
  query: Query,
  accountId: string,
): Promise<Pick<SessionRow, "userAgent" | "address">[]> {
  return query(RECENT_DEVICES, [accountId]);
}
