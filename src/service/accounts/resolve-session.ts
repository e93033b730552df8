import { findSessionDigest } from "../../credential/secret.ts";
import { decideSession } from "../../oauth/session.ts";
import { findSession, touchSession } from "../../store/accounts/sessions.ts";
import type { Actor } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Seconds between two updates of a session's last use. The idle timeout is hours, so this precision suffices. */
const TOUCH_INTERVAL = 600;

/** Resolves a session token to its account; null for an invalid session or a suspended account. Updates the last use asynchronously. */
export async function resolveSession({ management, log }: AccountDependencies, token: string): Promise<Actor | null> {
  const digest = findSessionDigest(token);
  if (digest === null) return null;
  const session = await management.read((_em, query) => findSession(query, digest));
  if (session === null || decideSession(session, session.now).kind === "over") return null;
  const { sessionId, account, lastSeenAt, now } = session;
  if (now - lastSeenAt > TOUCH_INTERVAL * 1_000_000) {
    management
      .transactional(({ query }) => touchSession(query, sessionId, TOUCH_INTERVAL))
      .catch((error) => log.warn({ err: error }, "could not record the use of a session"));
  }
  return { accountId: account.id, sessionId, operator: account.operator, developer: account.developer };
}
