import { endSessions } from "../../store/accounts/sessions.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Ends all sessions of the signed-in account except the current one; returns their number. */
export async function endOtherSessions({ management }: AccountDependencies, call: Call): Promise<number> {
  const { accountId, sessionId } = requireActor(call);
  return management.transactional(async (tx) => {
    const ended = await endSessions(tx.query, accountId, sessionId);
    if (ended > 0)
      recordSecurityEvent(tx, call, { action: "session.end", accountId, detail: { ended_sessions: ended } });
    return ended;
  });
}
