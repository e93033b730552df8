import type { AccountDependencies } from "./dependencies.ts";

export interface SignInOptions {
  password: boolean;
  signUp: boolean;
  /** The label of the identity provider's button; null if none is configured. */
  externalLabel: string | null;
  /** True if this deployment sends mails, such as links to reset a password. */
  mail: boolean;
}

/** Returns the enabled sign-in methods. */
export async function getSignInOptions(deps: AccountDependencies): Promise<SignInOptions> {
  return {
    password: deps.allowPasswords,
    signUp: deps.allowPasswords && deps.allowSignUp,
    externalLabel: deps.external?.settings.label ?? null,
    mail: deps.sendsMail,
  };
}
