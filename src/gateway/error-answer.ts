import { Code, ConnectError } from "@connectrpc/connect";
import { type BearerCode, httpStatusOf, type OAuthCode, OAuthError } from "../oauth/errors.ts";
import { oauthErrorOf, requestErrorOf } from "../rpc/errors.ts";
import { HttpError } from "./edge-fault.ts";

/** The codes of OAuth's answers, and of bearer tokens for who calls with a service key. */
export type ErrorCode = OAuthCode | BearerCode;

/** A failure as the outside is told it. */
export interface ErrorAnswer {
  status: number;
  code: ErrorCode;
  /** One ASCII sentence. */
  description: string;
  /** A page that explains the error; empty: the service's own page about the code. */
  uri: string;
  /** Seconds; null: not told, or for 429 and 503 a default. */
  retryAfter: number | null;
  /** For 405. */
  allow: string | null;
}

const NOTHING_MORE = { uri: "", retryAfter: null, allow: null };
const OUTAGE = new OAuthError("unavailable");
const DEFECT = new OAuthError("internal");

/**
 * The answer to whatever a route threw. A failed call is the app's fault only if the core says so in an OAuth detail; without it, the
 * fault is between this gateway and the core (an expired key among them), and no app is to be told that its secret is wrong.
 */
export function toErrorAnswer(failure: unknown): ErrorAnswer {
  if (failure instanceof HttpError) return fromHttpError(failure);
  if (failure instanceof OAuthError) return fromOAuthError(failure);
  if (failure instanceof ConnectError) return fromRpc(failure);
  const status = statusOf(failure);
  return status === null ? fromOAuthError(DEFECT) : fromHttpError(new HttpError(status));
}

function fromHttpError({ status, message, allow }: HttpError): ErrorAnswer {
  return { ...NOTHING_MORE, status, code: "invalid_request", description: message, allow };
}

function fromOAuthError({ status, code, description, retryAfter }: OAuthError): ErrorAnswer {
  return { ...NOTHING_MORE, status, code, description, retryAfter: retryAfter ?? null };
}

function fromRpc(failure: ConnectError): ErrorAnswer {
  const fault = oauthErrorOf(failure);
  if (fault !== null) {
    const { error: code, description, uri, retryAfter, throttled } = fault;
    return { status: httpStatusOf(code, throttled), code, description, uri, retryAfter, allow: null };
  }
  // A field that the core refuses by name is the request's fault, in whichever terms it is told.
  const refused = failure.code === Code.InvalidArgument ? requestErrorOf(failure) : null;
  if (refused === null) return fromOAuthError(OUTAGE);
  // Its sentence may quote the request, in characters that a description may not have.
  return fromOAuthError(new OAuthError("parameter_malformed"));
}

/** The status of what Fastify itself refuses: 4xx, all of it about the form of the request. */
function statusOf(failure: unknown): number | null {
  const status = failure instanceof Error && "statusCode" in failure ? failure.statusCode : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
