import { isUuid } from "../../credential/uuid.ts";
import { SESSION_TIMEOUTS } from "../../oauth/session.ts";
import { endSessionOfAccount } from "../../store/accounts/session-list.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface EndSessionRequest {
  sessionId: string;
}

/** Ends another live session of the signed-in account. @throws RequestError SESSION_NOT_FOUND */
export async function endSession(
  { management }: AccountDependencies,
  { sessionId }: EndSessionRequest,
  call: Call,
): Promise<void> {
  const { accountId } = requireActor(call);
  if (!isUuid(sessionId)) throw notFound("session");
  await management.transactional(async (tx) => {
    const ended = { accountId, idleTimeout: SESSION_TIMEOUTS.idle, sessionId };
    if (!(await endSessionOfAccount(tx.query, ended))) throw notFound("session");
    recordSecurityEvent(tx, call, { action: "session.end", accountId, detail: { session_id: sessionId } });
  });
}
