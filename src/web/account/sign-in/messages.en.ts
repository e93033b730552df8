/** Texts of the sign-in page. */
export const en = {
  title: "Sign in",
  lead: (platform: string) => `Sign in with your ${platform} account to continue.`,
  toVerify: (platform: string) => `Sign in with your ${platform} account to confirm your e-mail address.`,
  toInvitation: (platform: string) => `Sign in with your ${platform} account to answer the invitation.`,
  /** Before the install page or the consent page of an app. */
  toConnect: {
    heading: (app: string, platform: string) => `Sign in to ${platform} to connect ${app}`,
    headingAny: (platform: string) => `Sign in to ${platform} to connect an app`,
    continueAs: (app: string) => `Connect ${app} with this account?`,
  },
  ownAccount: (platform: string, app: string) => `Use your ${platform} account, not your ${app} account.`,
  ownAccountAny: (platform: string) => `Use your ${platform} account.`,
  untilAllowed: "Nothing is shared until you allow it.",
  invited: (platform: string) => `No account? Ask an owner of your shop, or ${platform}, for an invitation.`,
  confirmTitle: "Confirm that it is you",
  reauthenticate: "For your security, sign in again to continue.",
  formLost: "You were signed out, so your last step was not saved. Sign in, then repeat it.",
  formKept:
    "You were signed out, so your last step was not saved. Sign in with your password or a passkey to get your input back.",
  email: "E-mail",
  password: "Password",
  submit: "Sign in",
  forgot: "Forgot your password?",
  or: "or",
  notConfigured: "Sign-in is not configured on this server yet.",
  signUp: "New here? Create a developer account",
  signedInTitle: "You are signed in",
  keptEffect: "Your input is not saved yet. Continue to see it in its form.",
  notKept: "You signed in with another account, so the input of the first account was not kept.",
  keptContinue: "Continue with your input",
  otherAccount: "Sign in with another account",
  continueAs: "Continue with this account",
  /** Above that button. */
  continueTo: {
    start: "Continue to the start page.",
    connectedApps: "Continue to your connected apps.",
    page: "Continue to the page that you opened.",
  },
  wrongCredentials: "The e-mail address or password is wrong, or the account cannot sign in.",
  withPasskey: "Sign in with a passkey",
  wrongPasskey: "This passkey does not belong to an account here, or could not be verified. Sign in another way.",
  emailRequired: "Enter your e-mail address.",
  passwordRequired: "Enter your password.",
  throttled: (wait: string) => `Too many attempts. Wait ${wait}, then try again.`,
  throttledWait: (wait: string) => `Wait ${wait} before you enter a password again.`,
  /** Before a time of day. */
  possibleAgain: "Possible again at",
  throttledPasskey: "A passkey works at once.",
  throttledReset: "Forgot the password?",
  resetLink: "Reset it while you wait",
  secondTitle: "Two-step verification",
  signingInAs: "Signing in as",
  notYou: "Not you?",
  secondApp: "Enter the code that your authenticator app shows.",
  secondPasskey: "Confirm with your passkey that it is you.",
  secondRecovery: "Enter one of your recovery codes. It works once.",
  secondLost: (platform: string) =>
    `Lost your phone, passkey and recovery codes? ${platform} can turn off two-step verification after checking that the account is yours.`,
  secondExpired: "The sign-in took too long, or too many codes were wrong. Sign in again.",
  startAgain: "Start again",
  throttledTitle: "Too many attempts",
  /** `label`: the text of the button that started the sign-in. */
  externalFailed: (label: string) =>
    `“${label}” was cancelled or failed. Try again, or sign in another way if your account allows it.`,
};

/** Texts of the sign-out page. */
export const signOut = {
  title: "Sign out",
  signedInAs: (who: string) => `You are signed in as ${who}.`,
  effect: "Only this device is signed out. Connected apps keep working.",
  submit: "Sign out",
  cancel: "Stay signed in",
  otherAccount: "Use another account",
  thenConnect: "Sign out, then continue with the other account.",
  signedOut: "You are signed out.",
};
