import { sha256 } from "../../credential/digest.ts";
import { deriveExternalLogin } from "../../credential/external-login.ts";
import { createSecret, decodeKey } from "../../credential/secret.ts";
import {
  beginExternalSignIn as begin,
  finishExternalSignIn as finish,
} from "../../store/accounts/external-sign-ins.ts";
import { isConstraintViolation } from "../../store/connection/errors.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { type Arrival, findClaimedAccount } from "./external-account.ts";
import { readPerson } from "./external-claims.ts";
import type { ExternalProvider } from "./external-provider.ts";
import { refuseErrors } from "./fields.ts";
import type { SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { denied } from "./who.ts";

/** Seconds for the whole trip: 10 minutes. */
const LIFETIME = 600;
const LONGEST_QUERY = 8192;

export interface BegunSignIn {
  redirectTo: string;
  /** For a cookie of this browser; 43 characters of base64url. */
  browserToken: string;
}

/** Sends a browser to the platform's provider. `next` is the path of this origin to go on with; empty: `/`. */
export async function beginExternalSignIn(deps: AccountDependencies, next: string): Promise<BegunSignIn> {
  const provider = requireProvider(deps);
  refuseErrors({ next: next === "" || isOwnPath(next) ? null : "Next must be a path of this origin." });
  const secret = createSecret();
  const redirectTo = await provider.begin(deriveExternalLogin(secret));
  const trip = { browserDigest: sha256(secret), next: next || "/", lifetime: LIFETIME };
  await deps.management.transactional(({ query }) => begin(query, trip));
  return { redirectTo, browserToken: Buffer.from(secret).toString("base64url") };
}

/** One slash first and no backslash, which browsers take for a slash: anything else could name another origin. */
function isOwnPath(path: string): boolean {
  return path.length <= LONGEST_QUERY && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);
}

/**
 * Ends the trip with what the provider sent back. The trip is used up before the provider is asked, so that nothing of it works twice. The
 * account is that of the provider's (iss, sub) and no other, whatever e-mail comes along.
 */
export async function completeExternalSignIn(
  deps: AccountDependencies,
  request: { query: string; browserToken: string },
  call: Call,
): Promise<{ session: SessionRecord; next: string }> {
  const provider = requireProvider(deps);
  const secret = decodeKey(request.browserToken);
  if (secret === null || request.query.length > LONGEST_QUERY) throw tripOver();
  const trip = await deps.management.transactional(({ query }) => finish(query, sha256(secret)));
  if (trip === null) throw tripOver();
  const claims = await completeAtProvider(deps, provider, { secret, query: request.query });
  const arrival = {
    identity: { iss: claims.iss, sub: claims.sub },
    person: readPerson(claims, provider.settings),
    call,
  };
  // Two first sign-ins of one person at once both make the account; the second then finds it made.
  const session = await signInClaimed(deps, arrival).catch((error) => {
    if (isConstraintViolation(error)) return signInClaimed(deps, arrival);
    throw error;
  });
  return { session, next: trip.next };
}

async function signInClaimed({ management }: AccountDependencies, arrival: Arrival): Promise<SessionRecord> {
  return management.transactional(async (tx) => {
    const account = await findClaimedAccount(tx, arrival);
    const session = await startSession(tx, arrival.call, { account, passwordHash: null, by: "external" });
    if (session === null) throw denied("ACCOUNT_SUSPENDED", "This account is suspended.");
    return session;
  });
}

async function completeAtProvider(
  deps: AccountDependencies,
  provider: ExternalProvider,
  back: { secret: Uint8Array; query: string },
) {
  try {
    return await provider.complete(deriveExternalLogin(back.secret), back.query);
  } catch (error) {
    if (error instanceof RequestError)
      deps.log.warn({ reason: error.reason, err: error.cause }, "an external sign-in failed");
    throw error;
  }
}

function requireProvider({ external }: AccountDependencies): ExternalProvider {
  if (external === null)
    throw new RequestError("failed_precondition", "EXTERNAL_CLOSED", "The platform has no login of its own here.");
  return external;
}

function tripOver(): RequestError {
  return new RequestError(
    "failed_precondition",
    "TRIP_OVER",
    "This sign-in is over, or began in another browser. Sign in again.",
  );
}
