import type { TeamMembership } from "../../model/team.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { inactiveTeamsOf, teamsOf } from "./team-members.ts";

export interface NewSession {
  accountId: string;
  /** SHA-256 of the token's 32 bytes. */
  digest: Uint8Array;
  address: string | null;
  userAgent: string | null;
  /** How the account authenticated. */
  authenticatedBy: readonly string[];
  /** Absolute lifetime in seconds. */
  lifetime: number;
  /** The stored hash against which the password was verified; null for a sign-in without a password. */
  passwordHash: string | null;
  /** True if a second factor was verified, or the account signed in at the identity provider. */
  secondFactor: boolean;
}

export interface OpenedSession {
  sessionId: string;
  /** Microseconds. */
  expiresAt: number;
}

// Locks the account, so that a concurrent suspension or password change ends this session too. An account with a second factor never gets a
// session without it.
const OPEN: Statement = {
  name: "open-session",
  text: `
    insert into session (account_id, digest, address, expires_at, user_agent, authenticated_by, verified_at)
    select id, $2, $3, clock_timestamp() + $4 * interval '1 second', $6, $7, clock_timestamp() from account
    where id = $1 and state = 'ACTIVE' and ($5::text is null or password_hash = $5)
      and (second_factor_at is null or $8) for share
    returning id as "sessionId", ${micros("expires_at")} as "expiresAt"`,
};

/** Starts a session; null if the account is suspended, its password has changed, or its second factor is missing. */
export async function openSession(query: Query, session: NewSession): Promise<OpenedSession | null> {
  const { accountId, digest, address, lifetime, passwordHash, userAgent, authenticatedBy, secondFactor } = session;
  const values = [accountId, digest, address, lifetime, passwordHash, userAgent, authenticatedBy, secondFactor];
  const [opened] = await query<OpenedSession>(OPEN, values);
  return opened ?? null;
}

/** A session with its account. Timestamps in microseconds; `now` is the database's clock. */
export interface FoundSession {
  sessionId: string;
  createdAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  expiresAt: number;
  /** How the account authenticated; null for sessions that are older than this column. */
  authenticatedBy: string[] | null;
  account: {
    id: string;
    state: "ACTIVE" | "SUSPENDED";
    operator: boolean;
    developer: boolean;
    hasSecondFactor: boolean;
    /** The teams of other developers that the account works in. */
    teams: TeamMembership[];
    /** The ids of the account's teams whose developer is suspended or has lost the role. */
    inactiveTeams: string[];
  };
  now: number;
}

const FIND: Statement = {
  name: "find-session",
  prepared: true,
  text: `
    select s.id as "sessionId", ${micros("s.created_at")} as "createdAt", ${micros("s.last_seen_at")} as "lastSeenAt",
      ${micros("s.ended_at")} as "endedAt", ${micros("s.expires_at")} as "expiresAt",
      s.authenticated_by as "authenticatedBy",
      json_build_object('id', a.id, 'state', a.state, 'operator', a.operator, 'developer', a.developer,
        'hasSecondFactor', a.second_factor_at is not null, 'teams', coalesce((
          select json_agg(json_build_object('teamId', t.team_id, 'role', t.role)) from ${teamsOf("a.id")}), '[]'),
        'inactiveTeams', array(select t.team_id from ${inactiveTeamsOf("a.id")})) as account,
      ${micros("clock_timestamp()")} as now
    from session s join account a on a.id = s.account_id where s.digest = $1`,
};

/** The session with this token digest, in any state; null if it is unknown. */
export async function findSession(query: Query, digest: Uint8Array): Promise<FoundSession | null> {
  const [found] = await query<FoundSession>(FIND, [digest]);
  return found ?? null;
}

const FIND_SPAN: Statement = {
  name: "find-session-span",
  prepared: true,
  text: `select ${micros("created_at")} as "createdAt", ${micros("expires_at")} as "expiresAt" from session where id = $1`,
};

/** The start and the absolute expiry of a session, in microseconds. */
export async function findSessionSpan(
  query: Query,
  sessionId: string,
): Promise<{ createdAt: number; expiresAt: number }> {
  const [row] = await query<{ createdAt: number; expiresAt: number }>(FIND_SPAN, [sessionId]);
  return row!;
}

const TOUCH: Statement = {
  name: "touch-session",
  text: `update session set last_seen_at = clock_timestamp() where id = $1 and last_seen_at < clock_timestamp() - $2 * interval '1 second'`,
};

/** Records the use of a session, at most once every `every` seconds. */
export async function touchSession(query: Query, sessionId: string, every: number): Promise<void> {
  await query(TOUCH, [sessionId, every]);
}

const END: Statement = {
  name: "end-session",
  text: `update session set ended_at = clock_timestamp() where id = $1 and ended_at is null returning account_id`,
};

/** Ends a session; false if it has already ended. */
export async function endSession(query: Query, sessionId: string): Promise<boolean> {
  return (await query(END, [sessionId])).length > 0;
}

const END_ALL: Statement = {
  name: "end-sessions",
  text: `
    update session set ended_at = clock_timestamp()
    where account_id = $1 and ended_at is null and ($2::uuid is null or id <> $2) returning 1`,
};

/** Ends all sessions of an account except `keptId`; returns their number. */
export async function endSessions(query: Query, accountId: string, keptId: string | null): Promise<number> {
  return (await query(END_ALL, [accountId, keptId])).length;
}
