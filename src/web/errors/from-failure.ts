import { Code, ConnectError } from "@connectrpc/connect";
import { oauthErrorOf, type ReceivedRequestError, requestErrorOf } from "../../rpc/errors.ts";
import { safeNextPath } from "../http/next-path.ts";
import { type AppOfError, type ErrorReason, PageError, type RecoveryLink } from "./page-error.ts";

interface ErrorText {
  status: number;
  reason: ErrorReason | null;
  /** The recovery link. `afresh`: sign in again; `other`: sign in with another account and return to the page. */
  signIn?: "afresh" | "other";
  /** True shows two recovery links: to the app's install page, if the core names the app, and to the list of connected apps. */
  connectAgain?: true;
}

/**
 * The error texts of a route, by the reason of an error with its decision (`INTERACTION_USED:deny`) or the state of its app
 * (`APP_REFUSED:suspended`), by the reason alone, or else by its RPC code. They replace the general texts.
 */
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

interface FailureContext {
  texts?: ErrorTexts | undefined;
  /** The path to which the recovery link leads. */
  path: string;
  /** True for a request that only reads a page. False for a form, whose change may have been saved. */
  isRead: boolean;
}

/**
 * The error page for an exception. A failed call without an error detail, such as an expired service key, is not the user's mistake
 * and leads to 503.
 */
export function toPageError(failure: unknown, context: FailureContext): PageError {
  if (failure instanceof PageError) return failure;
  if (failure instanceof ConnectError) return fromRpc(failure, context);
  const status = statusOf(failure);
  if (status === null) return internalError(failure, context);
  return new PageError(status, "bad_request", { cause: failure });
}

function fromRpc(failure: ConnectError, { texts, path, isRead }: FailureContext): PageError {
  const refusal = requestErrorOf(failure);
  const detail = refusal ?? oauthErrorOf(failure);
  const { code } = failure;
  const text = detail === null ? undefined : (textOf(refusal, texts) ?? texts?.[code] ?? GENERAL[code]);
  const retryAfter = detail?.retryAfter ?? null;
  if (detail !== null && text !== undefined) {
    const message = "message" in detail ? detail.message : detail.description;
    const recovery = linkOf(text, { path, metadata: refusal?.metadata ?? {} });
    const options = { message, retryAfter, recovery, app: appOf(refusal), cause: failure };
    return new PageError(
      text.status,
      text.reason,
      refusal === null ? options : { ...options, refusal: refusal.reason },
    );
  }
  if (failure.code === Code.Internal) return internalError(failure, { path, isRead });
  return new PageError(503, isRead ? null : "unavailable", {
    retryAfter,
    recovery: { kind: "retry", path },
    cause: failure,
  });
}

/** The app that an error names. A core of the previous release names none. */
function appOf(refusal: ReceivedRequestError | null): AppOfError | null {
  const { app_name: appName = "", developer_name: developerName = "", ...rest } = refusal?.metadata ?? {};
  const { merchant_name: merchantName = "", website = "", connected } = rest;
  return appName === "" ? null : { appName, developerName, merchantName, website, connected: connected === "true" };
}

function textOf(refusal: ReceivedRequestError | null, texts: ErrorTexts | undefined): ErrorText | undefined {
  if (refusal === null) return undefined;
  const { decision, app_state: appState } = refusal.metadata;
  return texts?.[`${refusal.reason}:${decision ?? appState}`] ?? texts?.[refusal.reason];
}

/** The error for an internal fault. A page can be reloaded. A form may have changed something, so its link leads to the start page. */
function internalError(cause: unknown, { path, isRead }: FailureContext): PageError {
  return new PageError(500, null, { cause, recovery: isRead ? { kind: "retry", path } : { kind: "home" } });
}

function linkOf(
  { signIn, connectAgain }: ErrorText,
  { path, metadata }: { path: string; metadata: ReceivedRequestError["metadata"] },
): RecoveryLink | undefined {
  const { client_id: clientId, next = null } = metadata;
  if (connectAgain) return { kind: "connect-again", path: clientId === undefined ? null : `/install/${clientId}` };
  if (signIn === undefined) return undefined;
  const other = signIn === "other";
  return { kind: "sign-in", next: other ? path : safeNextPath(next), other };
}

/** The status of an error that Fastify itself raised; null for other errors. */
function statusOf(failure: unknown): number | null {
  const status = failure instanceof Error && "statusCode" in failure ? failure.statusCode : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
