import { isUuid } from "../../credential/uuid.ts";
import { isFailedSignIn } from "../../store/audit/security-events.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface AcknowledgeFailedSignInRequest {
  eventId: string;
}

/** Records that the signed-in account itself caused a failed sign-in. @throws RequestError SECURITY_EVENT_NOT_FOUND */
export async function acknowledgeFailedSignIn(
  { management }: AccountDependencies,
  { eventId }: AcknowledgeFailedSignInRequest,
  call: Call,
): Promise<void> {
  const { accountId } = requireActor(call);
  if (!isUuid(eventId)) throw notFound("security event");
  await management.transactional(async (tx) => {
    if (!(await isFailedSignIn(tx.query, { accountId, eventId }))) throw notFound("security event");
    recordSecurityEvent(tx, call, { action: "session.acknowledge", accountId, detail: { event_id: eventId } });
  });
}
