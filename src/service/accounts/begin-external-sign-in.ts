import { deriveExternalLogin } from "../../credential/external-login.ts";
import { createSecret, digestSecret } from "../../credential/secret.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import { beginExternalSignIn as storeExternalSignIn } from "../../store/accounts/external-sign-ins.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requireProvider } from "./external-provider.ts";
import { requireValid } from "./fields.ts";

const MAX_PATH_LENGTH = 8192;

export interface BeginExternalSignInRequest {
  /** The path of this origin to continue with after the sign-in; empty means `/`. */
  next: string;
}

export interface BegunExternalSignIn {
  redirectTo: string;
  /** For a cookie of this browser; 43 characters of base64url. */
  browserToken: string;
}

/** Starts a sign-in at the identity provider. */
export async function beginExternalSignIn(
  deps: AccountDependencies,
  { next }: BeginExternalSignInRequest,
): Promise<BegunExternalSignIn> {
  const provider = requireProvider(deps);
  requireValid({ next: next === "" || isOwnPath(next) ? null : "Next must be a path of this origin." });
  const secret = createSecret();
  const redirectTo = await provider.begin(deriveExternalLogin(secret));
  const login = { browserDigest: digestSecret(secret), next: next || "/", lifetime: LIFETIMES.pendingSignIn };
  await deps.management.transactional(({ query }) => storeExternalSignIn(query, login));
  return { redirectTo, browserToken: Buffer.from(secret).toString("base64url") };
}

/** True for a path with one leading slash and no backslash, which browsers treat as a slash. Other forms could name another origin. */
function isOwnPath(path: string): boolean {
  return path.length <= MAX_PATH_LENGTH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);
}
