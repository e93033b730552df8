/** Texts of the sign-in page. */
export const en = {
  title: "Sign in",
  lead: (platform: string) => `Sign in with your ${platform} account to continue.`,
  toInstall: (app: string) => `Sign in to install ${app}. Next, you see what it asks for and decide.`,
  reauthenticate: "For your security, sign in again to continue.",
  formLost: "You are signed out, so your last step was not carried out. Sign in, then repeat it.",
  email: "E-mail",
  password: "Password",
  submit: "Sign in",
  forgot: "Forgot your password?",
  or: "or",
  notConfigured: "Sign-in is not configured on this server yet.",
  signUp: "New here? Create a developer account",
  alreadySignedIn: (who: string) => `You are signed in as ${who}.`,
  continueAs: "Continue with this account",
  wrongCredentials: "The e-mail address or password is wrong, or the account cannot sign in.",
  withPasskey: "Sign in with a passkey",
  wrongPasskey: "This passkey does not belong to an account here, or could not be verified. Sign in another way.",
  emailRequired: "Enter your e-mail address.",
  passwordRequired: "Enter your password.",
  throttled: (wait: string) => `Too many attempts. Wait ${wait}, then try again.`,
  secondTitle: "Two-step verification",
  secondApp: "Enter the code that your authenticator app shows.",
  secondPasskey: "Confirm with your passkey that it is you.",
  secondRecovery: "Enter one of your recovery codes. It works once.",
  secondExpired: "The sign-in took too long or had too many wrong codes. Sign in again.",
  startAgain: "Start again",
  throttledTitle: "Too many attempts",
};

/** Texts of the sign-out page. */
export const signOut = {
  title: "Sign out",
  signedInAs: (who: string) => `You are signed in as ${who}.`,
  submit: "Sign out",
  cancel: "Stay signed in",
  signedOut: "You are signed out.",
};
