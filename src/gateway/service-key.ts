import { hash } from "node:crypto";
import { parseBasicCredentials } from "../http/basic-authentication.ts";
import { OAuthError } from "../oauth/errors.ts";
import type { ErrorResponse } from "./map-error.ts";
import type { Parameters } from "./parameters/single-valued.ts";
import { BASIC_CHALLENGE } from "./send-error.ts";

/** How a caller sends its service key. */
export type KeyMethod = "client_secret_basic" | "client_secret_post" | "Bearer";

/** A service key as received: well-formed, not yet verified. */
export interface PresentedKey {
  method: KeyMethod;
  key: string;
}

/** `introspection_endpoint_auth_methods_supported`. RFC 8414 §2 allows access token types beside the methods of clients. */
export const KEY_METHODS: readonly KeyMethod[] = ["client_secret_basic", "client_secret_post", "Bearer"];

// The format of a stored service key. The key of an in-process gateway has another format, so it cannot be used over the network.
const SERVICE_KEY = /^[0-9A-Za-z]+_sk_[0-9A-Za-z]{71}$/;
const BEARER = /^bearer +(.*)$/i;
const BEARER_CHALLENGE = 'Bearer realm="latchkey"';

type KeyFault = "missing" | "invalid" | "permission";

/** The caller's service key is missing, invalid or lacks the permission. @see RFC 6749 §5.2, RFC 6750 §3.1, RFC 7662 §2.3 */
export class KeyError extends Error {
  readonly response: ErrorResponse;
  /** The values of `WWW-Authenticate`; empty for none. */
  readonly challenges: readonly string[];
  /** SHA-256 of the presented key. */
  readonly digest: string;

  /** @param method null if the request uses none */
  constructor(fault: KeyFault, { method, key }: { method: KeyMethod | null; key: string }) {
    const description =
      fault === "permission"
        ? "The service key lacks the permission to introspect."
        : "A valid service key is required, by HTTP Basic, as client_secret or as bearer token.";
    super(description);
    const code = codeOf(fault, method);
    this.response = { status: fault === "permission" ? 403 : 401, code, description, ...NO_DETAILS };
    this.challenges = challengesOf(code, method);
    this.digest = hash("sha256", key, "base64url");
  }
}

const NO_DETAILS = { uri: "", retryAfter: null, allow: null };

function codeOf(fault: KeyFault, method: KeyMethod | null) {
  if (fault === "permission") return "insufficient_scope";
  return method === null || method === "Bearer" ? "invalid_token" : "invalid_client";
}

function challengesOf(code: ReturnType<typeof codeOf>, method: KeyMethod | null): string[] {
  // RFC 6750 §3: without credentials, the challenge carries no error code.
  if (method === null) return [BEARER_CHALLENGE, BASIC_CHALLENGE];
  if (method === "Bearer") return [`${BEARER_CHALLENGE}, error="${code}"`];
  return code === "invalid_client" ? [BASIC_CHALLENGE] : [];
}

/**
 * Reads a service key from HTTP Basic, from `client_secret` or as bearer token. The key alone identifies the caller, so any user name
 * or `client_id` is accepted beside it.
 * @throws KeyError 401
 * @throws OAuthError credentials_twice
 */
export function readServiceKey(authorization: string | undefined, parameters: Parameters): PresentedKey {
  const secret = parameters.get("client_secret");
  if (authorization === undefined) {
    if (secret === undefined) throw new KeyError("missing", { method: null, key: "" });
    return wellFormed("client_secret_post", secret);
  }
  // RFC 6749 §2.3: a client MUST NOT use more than one authentication method per request.
  if (secret !== undefined) throw new OAuthError("credentials_twice");
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer !== undefined) return wellFormed("Bearer", bearer);
  const basic = parseBasicCredentials(authorization);
  if (basic !== null) return wellFormed("client_secret_basic", basic.password);
  const method = /^basic\b/i.test(authorization) ? "client_secret_basic" : "Bearer";
  throw new KeyError("invalid", { method, key: authorization });
}

function wellFormed(method: KeyMethod, key: string | null): PresentedKey {
  if (key === null || !SERVICE_KEY.test(key)) throw new KeyError("invalid", { method, key: key ?? "" });
  return { method, key };
}
