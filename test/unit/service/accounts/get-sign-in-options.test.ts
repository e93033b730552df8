import { expect, test } from "vitest";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";

const optionsOf = (deps: Partial<AccountDependencies>) =>
  getSignInOptions({
    allowPasswords: true,
    allowSignUp: true,
    external: null,
    sendsMail: false,
    ...deps,
  } as AccountDependencies);

test.each([
  ["SMTP_URL", { sendsMail: true }, { password: true, signUp: true, externalLabel: null, mail: true }],
  ["all", {}, { password: true, signUp: true, externalLabel: null, mail: false }],
  ["SIGN_UP=off", { allowSignUp: false }, { password: true, signUp: false, externalLabel: null, mail: false }],
  [
    "PASSWORD_SIGN_IN=off",
    { allowPasswords: false },
    { password: false, signUp: false, externalLabel: null, mail: false },
  ],
])("%s", async (_name, deps, options) => {
  expect(await optionsOf(deps)).toEqual(options);
});
