import { isUuid } from "../../credential/uuid.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { SESSION_TIMEOUTS } from "../../oauth/session.ts";
import { parseUserAgent } from "../../observe/user-agent.ts";
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
    const which = { accountId, idleTimeout: SESSION_TIMEOUTS.idle, sessionId };
    const ended = await endSessionOfAccount(tx.query, which);
    if (ended === null) throw notFound("session");
    const { browser, system } = parseUserAgent(ended.userAgent ?? "");
    const detail: AuditDetail = {
      session_id: sessionId,
      ended_browser: browser ?? undefined,
      ended_system: system ?? undefined,
    };
    recordSecurityEvent(tx, call, { action: "session.end", accountId, detail });
  });
}
