import type { AccountDependencies } from "./dependencies.ts";
import { signInOptions } from "./passkey-options.ts";

/**
 * Returns the options of a sign-in with a passkey and without a password: PublicKeyCredentialRequestOptions as JSON. Empty if accounts
 * sign in with the external login only, or passkeys are not possible under PUBLIC_URL.
 */
export async function startPasskeySignIn(deps: AccountDependencies): Promise<string> {
  return deps.allowPasswords ? signInOptions(deps) : "";
}
