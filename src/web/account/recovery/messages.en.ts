/** Texts of the pages that request and take links by mail. */
export const en = {
  forgot: {
    title: "Reset your password",
    lead: "Enter the e-mail address of your account. We send you a link to set a new password.",
    email: "E-mail",
    submit: "Send link",
    noMail: (platform: string) => `${platform} does not send e-mail. Ask ${platform} for a link to set a new password.`,
    sentTitle: "Check your e-mail",
    /** @param email empty if it is not known any more */
    sent: (email: string) =>
      `If an account has ${email === "" ? "this address" : `the address ${email}`}, a link is on its way. It works once and expires after 30 minutes.`,
    notArrived: "Nothing after a few minutes? Check your spam folder and the spelling of the address, then try again.",
    again: "Send another link",
    tooMany: (wait: string) => `Too many links were requested. Wait ${wait}, then try again.`,
  },
  reset: {
    title: "Set a new password",
    lead: "Choose a password that you use nowhere else. Setting it signs you out on all devices.",
    password: "New password",
    submit: "Set password",
    doneTitle: "Password changed",
    done: "You are signed out on all devices. Sign in with the new password.",
  },
  invalid: {
    title: "This link does not work",
    text: "The link was used, has expired, or is incomplete. Request a new one.",
    /** @param email of the signed-in account; an account of an external login may have none */
    emailText: (email: string) =>
      `The link was used, has expired, belongs to another account, or was replaced by a newer one.${email === "" ? "" : ` You are signed in as ${email}.`} You can request a new link on your account page.`,
    toAccount: "Open your account",
    taken: "Another account has verified this e-mail address. Use a different one.",
  },
  confirm: {
    title: "Confirm your e-mail address",
    /** `email` is empty if it is unknown. */
    lead: (account: string, email: string) =>
      `Confirm that ${email === "" ? "the address this link was sent to" : email} belongs to you, ${account}.`,
    submit: "Confirm e-mail address",
  },
  signIn: "Sign in",
  backToSignIn: "Back to sign-in",
};
