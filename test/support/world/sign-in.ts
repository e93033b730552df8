import type { AccountDependencies } from "../../../src/service/accounts/dependencies.ts";
import { signIn as attempt, type SignInRequest } from "../../../src/service/accounts/sign-in.ts";
import type { StartedSession } from "../../../src/service/accounts/start-session.ts";
import type { Call } from "../../../src/service/call.ts";

/** Signs in with a password, for accounts without a second factor. */
export async function signIn(deps: AccountDependencies, request: SignInRequest, call: Call): Promise<StartedSession> {
  const { session } = await attempt(deps, request, call);
  if (session === null) throw new Error("the account has a second factor");
  return session;
}
