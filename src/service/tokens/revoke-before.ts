import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { FeedEvent } from "../../store/feed/feed.ts";
import type { Mark } from "../../store/tokens/marks.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { RevokeBeforeRequest, RevokeSubject } from "./operations.ts";

type Ended = { kind: "ended"; notBefore: number } | { kind: "refused"; refusal: RequestError };

/**
 * Ends everything of an app, of a merchant, or altogether that was authorized at or before a moment: one row, however much it ends.
 * With a session, for operators only.
 */
export async function revokeBefore(
  deps: TokenDependencies,
  request: RevokeBeforeRequest,
  call: Call,
): Promise<{ notBefore: number }> {
  requireOperator(call, "Only an operator ends everybody's tokens.");
  const { subject, notBefore } = request;
  if (subject === null) throw subjectMissing();
  const [settled] = await deps.store.together("reserved", [{ subject, notBefore }], async (tx, members) => {
    const outcomes: Ended[] = [];
    for (const member of members) outcomes.push(await endOne(tx, member, call));
    return outcomes;
  });
  if (settled!.kind === "fault") throw settled!.fault;
  if (settled!.decision.kind === "refused") throw settled!.decision.refusal;
  return { notBefore: settled!.decision.notBefore };
}

interface Ending {
  subject: RevokeSubject;
  notBefore: number | null;
}

async function endOne(tx: TokenTransaction, { subject, notBefore }: Ending, call: Call): Promise<Ended> {
  const marked = await findSubject(tx, subject);
  if (marked === null) return refuse("not_found", "NOT_FOUND", `There is no such ${subject.kind}.`);
  const result = await tx.markNotBefore({ ...marked, at: notBefore });
  if (result.kind === "future") {
    return refuse("invalid_argument", "NOT_BEFORE_FUTURE", "not_before must not lie in the future.");
  }
  tx.publish({ ...eventSubjectOf(subject), kind: "REVOKED", notBefore: result.notBefore });
  recordAudit(tx, call, {
    action: "token.revoke_before",
    clientId: subject.kind === "app" ? subject.clientId : null,
    merchantId: subject.kind === "merchant" ? subject.merchantId : null,
    detail: { subject: subject.kind, not_before: new Date(result.notBefore / 1000).toISOString() },
  });
  return { kind: "ended", notBefore: result.notBefore };
}

function subjectMissing(): RequestError {
  const description = "Name an app or a merchant, or set `everything` to true.";
  return new RequestError("invalid_argument", "INVALID", "The request does not say whose tokens are to end.", {
    violations: [{ field: "subject", description }],
  });
}

function refuse(kind: "not_found" | "invalid_argument", reason: string, message: string): Ended {
  return { kind: "refused", refusal: new RequestError(kind, reason, message) };
}

async function findSubject(
  tx: TokenTransaction,
  subject: RevokeSubject,
): Promise<Pick<Mark, "kind" | "subjectId"> | null> {
  if (subject.kind === "everything") return { kind: "EVERYTHING", subjectId: "" };
  if (subject.kind === "merchant") {
    const { merchantId } = subject;
    return isMerchantId(merchantId) && (await tx.hasMerchant(merchantId))
      ? { kind: "MERCHANT", subjectId: merchantId }
      : null;
  }
  const appId = isClientId(subject.clientId) ? await tx.findAppId(subject.clientId) : null;
  return appId === null ? null : { kind: "APP", subjectId: appId };
}

function eventSubjectOf(subject: RevokeSubject): Pick<FeedEvent, "subject" | "subjectId"> {
  if (subject.kind === "app") return { subject: "APP", subjectId: subject.clientId };
  if (subject.kind === "merchant") return { subject: "MERCHANT", subjectId: subject.merchantId };
  return { subject: "EVERYTHING", subjectId: "" };
}
