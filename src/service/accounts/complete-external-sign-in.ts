import { deriveExternalLogin } from "../../credential/external-login.ts";
import { decodeKey, digestSecret } from "../../credential/secret.ts";
import { finishExternalSignIn } from "../../store/accounts/external-sign-ins.ts";
import { isConstraintViolation } from "../../store/connection/errors.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied } from "./errors.ts";
import { type ExternalLogin, upsertExternalAccount } from "./external-account.ts";
import { readClaims } from "./external-claims.ts";
import { type Claims, requireProvider } from "./external-provider.ts";
import { startAnnouncedSession } from "./start-announced-session.ts";
import type { StartedSession } from "./start-session.ts";

const MAX_QUERY_LENGTH = 8192;
/** The details of an error travel in the trailers of a call, which are small. */
const MAX_NEXT_LENGTH = 1024;

export interface CompleteExternalSignInRequest {
  /** The query of the provider's callback. */
  query: string;
  browserToken: string;
}

/**
 * Completes a sign-in with the provider's callback. The pending login is marked as used before the provider is called, so that it cannot be
 * replayed. The account is found by the provider's `iss` and `sub`, never by an e-mail address.
 */
export async function completeExternalSignIn(
  deps: AccountDependencies,
  request: CompleteExternalSignInRequest,
  call: Call,
): Promise<{ session: StartedSession; next: string }> {
  requireProvider(deps);
  const secret = decodeKey(request.browserToken);
  if (secret === null || request.query.length > MAX_QUERY_LENGTH) throw signInExpired();
  const pending = await deps.management.transactional(({ query }) => finishExternalSignIn(query, digestSecret(secret)));
  if (pending === null) throw signInExpired();
  try {
    return { session: await signInWithCallback(deps, { secret, query: request.query }, call), next: pending.next };
  } catch (error) {
    throw error instanceof RequestError ? withNext(error, pending.next) : error;
  }
}

async function signInWithCallback(
  deps: AccountDependencies,
  { secret, query }: { secret: Uint8Array; query: string },
  call: Call,
): Promise<StartedSession> {
  const { settings } = requireProvider(deps);
  const claims = await fetchClaims(deps, secret, query);
  const login = { identity: { iss: claims.iss, sub: claims.sub }, claims: readClaims(claims, settings), call };
  // Concurrent first sign-ins of one identity both try to create the account. The one that fails tries again and finds the account.
  return signInExternally(deps, login).catch((error) => {
    if (isConstraintViolation(error)) return signInExternally(deps, login);
    throw error;
  });
}

/** The error with the path of the sign-in, so that another attempt continues there. */
function withNext(error: RequestError, next: string): RequestError {
  if (next.length > MAX_NEXT_LENGTH) return error;
  const { kind, reason, message, violations, metadata } = error;
  const named = new RequestError(kind, reason, message, { violations, metadata: { ...metadata, next } });
  named.cause = error.cause;
  return named;
}

async function signInExternally(deps: AccountDependencies, login: ExternalLogin): Promise<StartedSession> {
  return deps.management.transactional(async (tx) => {
    const account = await upsertExternalAccount(tx, login);
    const session = await startAnnouncedSession(
      { deps, tx, call: login.call },
      { account, passwordHash: null, by: "external" },
    );
    if (session === null) throw denied("ACCOUNT_SUSPENDED", "This account is suspended.");
    return session;
  });
}

async function fetchClaims(deps: AccountDependencies, secret: Uint8Array, query: string): Promise<Claims> {
  try {
    return await requireProvider(deps).complete(deriveExternalLogin(secret), query);
  } catch (error) {
    if (error instanceof RequestError)
      deps.log.warn({ reason: error.reason, err: error.cause }, "an external sign-in failed");
    throw error;
  }
}

function signInExpired(): RequestError {
  const message = "This sign-in has expired, or began in another browser. Sign in again.";
  return new RequestError("failed_precondition", "EXTERNAL_SIGN_IN_EXPIRED", message);
}
