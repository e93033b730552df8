/** Idle timeout of a session, in microseconds: 12 hours. */
export const SESSION_IDLE = 12 * 3600 * 1_000_000;
/** Absolute timeout of a session after sign-in, in microseconds: 7 days. */
export const SESSION_ABSOLUTE = 7 * 24 * 3600 * 1_000_000;

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
  if (now >= session.createdAt + SESSION_ABSOLUTE) return { kind: "over", reason: "expired" };
  return now >= session.lastSeenAt + SESSION_IDLE ? { kind: "over", reason: "idle" } : { kind: "live" };
}
