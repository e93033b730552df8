import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import type { FeedEvent } from "../../store/feed/feed.ts";
import { findAppId, hasMerchant } from "../../store/tokens/clients.ts";
import { type Mark, markNotBefore } from "../../store/tokens/marks.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { queueRecord } from "./record-revocation.ts";

export type RevokeSubject =
  | { kind: "app"; clientId: string }
  | { kind: "merchant"; merchantId: string }
  | { kind: "everything" };

export interface RevokeBeforeRequest {
  /** Null if the request names no subject, which is an error. */
  subject: RevokeSubject | null;
  /** Microseconds; null: now. */
  notBefore: number | null;
}

/**
 * Revokes all tokens of an app, of a merchant or of the platform that were authorized at or before a time. Writes one row.
 * @throws RequestError OPERATOR_ONLY, INVALID, NOT_FOUND, NOT_BEFORE_FUTURE
 */
export async function revokeBefore(
  deps: TokenDependencies,
  request: RevokeBeforeRequest,
  call: Call,
): Promise<{ notBefore: number }> {
  requireOperator(call, "Only operators can revoke the tokens of an app, a merchant or all.");
  const { subject, notBefore } = request;
  if (subject === null) throw subjectMissing();
  const item = { subject, notBefore };
  const [result] = await deps.store.transaction("reserved", [item], async (tx) => [
    await revokeSubject(tx, item, call),
  ]);
  await deps.store.syncFeed(item);
  if (result!.kind === "failure") throw result!.failure;
  if (result!.decision instanceof RequestError) throw result!.decision;
  return result!.decision;
}

function subjectMissing(): RequestError {
  const description = "Name an app or a merchant, or set `everything` to true.";
  return new RequestError("invalid_argument", "INVALID", "The request does not say whose tokens to revoke.", {
    violations: [{ field: "subject", description }],
  });
}

export interface Revocation {
  subject: RevokeSubject;
  /** Microseconds; null: now. */
  notBefore: number | null;
}

/** Marks the subject and adds the event and the audit row. Returns an error instead of throwing it, which would close the connection. */
export async function revokeSubject(
  tx: TransactionContext,
  { subject, notBefore: at }: Revocation,
  call: Call,
): Promise<{ notBefore: number } | RequestError> {
  const found = await findSubject(tx, subject);
  if (found === null) return new RequestError("not_found", "NOT_FOUND", `There is no such ${subject.kind}.`);
  const result = await markNotBefore(tx.query, { ...found, at });
  if (result.kind === "future") {
    const message = "not_before must not be in the future.";
    return new RequestError("invalid_argument", "NOT_BEFORE_FUTURE", message);
  }
  const { notBefore } = result;
  tx.publish({ ...eventSubjectOf(subject), kind: "REVOKED", notBefore });
  queueRecord(tx, { ...found, notBefore });
  recordAudit(tx, call, {
    action: "token.revoke_before",
    clientId: subject.kind === "app" ? subject.clientId : null,
    merchantId: subject.kind === "merchant" ? subject.merchantId : null,
    detail: { subject: subject.kind, not_before: new Date(notBefore / 1000).toISOString() },
  });
  return { notBefore };
}

async function findSubject(
  { query }: TransactionContext,
  subject: RevokeSubject,
): Promise<Pick<Mark, "kind" | "subjectId"> | null> {
  if (subject.kind === "everything") return { kind: "EVERYTHING", subjectId: "" };
  if (subject.kind === "merchant") {
    const { merchantId } = subject;
    const exists = isMerchantId(merchantId) && (await hasMerchant(query, merchantId));
    return exists ? { kind: "MERCHANT", subjectId: merchantId } : null;
  }
  const appId = isClientId(subject.clientId) ? await findAppId(query, subject.clientId) : null;
  return appId === null ? null : { kind: "APP", subjectId: appId };
}

function eventSubjectOf(subject: RevokeSubject): Pick<FeedEvent, "subject" | "subjectId"> {
  if (subject.kind === "app") return { subject: "APP", subjectId: subject.clientId };
  if (subject.kind === "merchant") return { subject: "MERCHANT", subjectId: subject.merchantId };
  return { subject: "EVERYTHING", subjectId: "" };
}
