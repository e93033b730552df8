import { Code, ConnectError } from "@connectrpc/connect";
import { oauthErrorOf, requestErrorOf } from "../../rpc/errors.ts";
import { type ErrorReason, PageError, type RecoveryLink } from "./page-error.ts";

interface ErrorText {
  status: number;
  reason: ErrorReason | null;
  /** The page offers to sign in: afresh, or with another account that might do better and comes back to the page. */
  signIn?: "afresh" | "other";
}

/** What a route's page says about a refusal, by its reason or else by its RPC code, where it knows better than the general texts. */
export type ErrorTexts = Readonly<Record<string, ErrorText>>;

const GENERAL: ErrorTexts = {
  [Code.InvalidArgument]: { status: 400, reason: null },
  [Code.NotFound]: { status: 404, reason: "not_found" },
  [Code.AlreadyExists]: { status: 409, reason: null },
  [Code.FailedPrecondition]: { status: 409, reason: null },
  [Code.Aborted]: { status: 409, reason: null },
  [Code.PermissionDenied]: { status: 403, reason: "forbidden" },
  [Code.ResourceExhausted]: { status: 429, reason: "limit" },
};

/** Where the browser was: what the page may offer as a way back. */
interface FailureContext {
  texts?: ErrorTexts | undefined;
  /** The address that failed. */
  path: string;
}

/**
 * The error page for whatever a handler threw. A failed call is the person's affair only if the core says so in a detail; without one
 * the error is between this process and the core, an expired key of ours among them, and the page says 503.
 */
export function toPageError(failure: unknown, context: FailureContext): PageError {
  if (failure instanceof PageError) return failure;
  if (failure instanceof ConnectError) return fromRpc(failure, context);
  const status = statusOf(failure);
  if (status === null) return new PageError(500, "internal", { cause: failure });
  return new PageError(status, "bad_request", { cause: failure });
}

function fromRpc(failure: ConnectError, { texts, path }: FailureContext): PageError {
  const refusal = requestErrorOf(failure);
  const detail = refusal ?? oauthErrorOf(failure);
  const { code } = failure;
  const text = detail === null ? undefined : (texts?.[refusal?.reason ?? ""] ?? texts?.[code] ?? GENERAL[code]);
  const retryAfter = detail?.retryAfter ?? null;
  if (detail !== null && text !== undefined) {
    const message = "message" in detail ? detail.message : detail.description;
    const recovery = signInLink(text, path);
    const told = { message, retryAfter, recovery, cause: failure };
    return new PageError(text.status, text.reason, refusal === null ? told : { ...told, refusal: refusal.reason });
  }
  if (failure.code === Code.Internal) return new PageError(500, "internal", { cause: failure });
  return new PageError(503, "unavailable", { retryAfter, recovery: { kind: "retry", path }, cause: failure });
}

function signInLink({ signIn }: ErrorText, path: string): RecoveryLink | undefined {
  if (signIn === undefined) return undefined;
  const other = signIn === "other";
  return { kind: "sign-in", next: other ? path : null, other };
}

/** The status of what Fastify itself refuses. */
function statusOf(failure: unknown): number | null {
  const status = failure instanceof Error && "statusCode" in failure ? failure.statusCode : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
