import { endSession } from "../../store/accounts/sessions.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Ends the call's session. */
export async function signOut({ management }: AccountDependencies, call: Call): Promise<void> {
  const { accountId, sessionId } = requireActor(call);
  await management.transactional(async (tx) => {
    if (await endSession(tx.query, sessionId)) recordSecurityEvent(tx, call, { action: "session.end", accountId });
  });
}
