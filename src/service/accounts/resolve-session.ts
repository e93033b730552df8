import { findSessionDigest } from "../../credential/secret.ts";
import { decideSession } from "../../oauth/session.ts";
import { type FoundSession, findSession, touchSession } from "../../store/accounts/sessions.ts";
import type { Actor } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { SECOND_FACTOR_METHODS } from "./start-session.ts";

/** Seconds between two updates of a session's last use. The idle timeout is hours, so this precision suffices. */
const TOUCH_INTERVAL = 600;

/** Resolves a session token to its account; null for an invalid session or a suspended account. Updates the last use asynchronously. */
export async function resolveSession(deps: AccountDependencies, token: string): Promise<Actor | null> {
  const { management, log } = deps;
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
  const needsSecondFactor = account.operator && deps.operatorsNeedSecondFactor && !isStrong(session);
  const operator = account.operator && !needsSecondFactor;
  const { id: accountId, developer, teams, inactiveTeams } = account;
  return { accountId, sessionId, operator, developer, teams, inactiveTeams, needsSecondFactor };
}

/** True if the account proved a second factor in this session and still has one, or signed in at the identity provider. */
function isStrong({ authenticatedBy, account }: FoundSession): boolean {
  const methods = authenticatedBy ?? [];
  if (methods.includes("external")) return true;
  return account.hasSecondFactor && SECOND_FACTOR_METHODS.some((method) => methods.includes(method));
}
