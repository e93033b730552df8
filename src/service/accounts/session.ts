import { createSessionToken, findSessionDigest } from "../../credential/secret.ts";
import { decideSession, SESSION_ABSOLUTE } from "../../oauth/session.ts";
import { endSession, findSession, findSessionSpan, openSession, touchSession } from "../../store/accounts/sessions.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Actor, Call } from "../call.ts";
import { findAccountWithMemberships } from "./account.ts";
import type { AccountDependencies } from "./dependencies.ts";
import type { AccountRecord, AccountWithMemberships, SessionRecord } from "./records.ts";
import { asAccount } from "./who.ts";

/** Seconds between two notes that a session is in use: an idle time of hours is not told apart by minutes, and reads stay reads. */
const TOUCH_EVERY = 300;

export interface NewSession {
  account: AccountRecord;
  /** The hash that the password was verified against; null where no password was asked for. */
  passwordHash: string | null;
  /** What it was begun with, for the audit. */
  by: "password" | "external" | "sign_up" | "invitation";
}

/**
 * Begins a session under a new id and ends the one that came with the call, so that nobody goes on under an id that was known before the
 * sign-in. Null if the account was suspended or got another password meanwhile.
 */
export async function startSession(
  tx: ManagementTransaction,
  call: Call,
  { account, passwordHash, by }: NewSession,
): Promise<SessionRecord | null> {
  const { token, digest } = createSessionToken();
  const lifetime = SESSION_ABSOLUTE / 1_000_000;
  const { accountId } = account;
  const opened = await openSession(tx.query, { accountId, digest, address: call.address, lifetime, passwordHash });
  if (opened === null) return null;
  if (call.actor !== null) await endSession(tx.query, call.actor.sessionId);
  recordAudit(tx, asAccount(call, account), { action: "session.start", accountId, detail: { by } });
  return { token, expiresAt: opened.expiresAt, account };
}

/** Ends the session of the call. */
export async function signOut({ management }: AccountDependencies, call: Call): Promise<void> {
  const { accountId, sessionId } = requireActor(call);
  await management.transactional(async (tx) => {
    if (await endSession(tx.query, sessionId)) recordAudit(tx, call, { action: "session.end", accountId });
  });
}

/** Who is signed in, and until when at the latest (microseconds). */
export async function getSession(
  { management }: AccountDependencies,
  options: { withoutMemberships?: boolean },
  call: Call,
): Promise<AccountWithMemberships & { expiresAt: number }> {
  const { accountId, sessionId } = requireActor(call);
  return management.read(async (em, query) => {
    const { expiresAt } = await findSessionSpan(query, sessionId);
    const found = await findAccountWithMemberships(em, { query, where: { id: accountId }, ...options });
    return { ...found!, expiresAt };
  });
}

/**
 * The account that a session token speaks for; null for a token of no session, a session that is over, or a suspended account. That it
 * was used is noted off the caller's path.
 */
export async function resolveSession({ management, log }: AccountDependencies, token: string): Promise<Actor | null> {
  const digest = findSessionDigest(token);
  if (digest === null) return null;
  const session = await management.read((_em, query) => findSession(query, digest));
  if (session === null || decideSession(session, session.now).kind === "over") return null;
  const { sessionId, account, lastSeenAt, now } = session;
  if (now - lastSeenAt > TOUCH_EVERY * 1_000_000) {
    management
      .transactional(({ query }) => touchSession(query, sessionId, TOUCH_EVERY))
      .catch((error) => log.warn({ err: error }, "the use of a session was not noted"));
  }
  return { accountId: account.id, sessionId, operator: account.operator, developer: account.developer };
}
