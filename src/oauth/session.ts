import { DAY, expiryAfter, HOUR } from "./lifetimes.ts";

/** The idle timeout of a session, and its absolute timeout after sign-in, in seconds. */
export const SESSION_TIMEOUTS = { idle: 12 * HOUR, absolute: 7 * DAY };

/** The session's row. Timestamps are microseconds of the database's clock. */
export interface SessionFacts {
  createdAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  account: { state: "ACTIVE" | "SUSPENDED" };
}

export type SessionDecision = { kind: "live" } | { kind: "over"; reason: "ended" | "idle" | "expired" | "account" };

/** Decides whether a session is still valid. */
export function decideSession(session: SessionFacts, now: number): SessionDecision {
  if (session.endedAt !== null) return { kind: "over", reason: "ended" };
  if (session.account.state !== "ACTIVE") return { kind: "over", reason: "account" };
  if (now >= expiryAfter(session.createdAt, SESSION_TIMEOUTS.absolute)) return { kind: "over", reason: "expired" };
  const idleAt = expiryAfter(session.lastSeenAt, SESSION_TIMEOUTS.idle);
  return now >= idleAt ? { kind: "over", reason: "idle" } : { kind: "live" };
}
