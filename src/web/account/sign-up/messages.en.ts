import { PASSWORD_MAX, PASSWORD_MIN } from "../../../credential/password-rules.ts";

/** Texts of the sign-up page. */
export const en = {
  title: "Create a developer account",
  lead: "For people who build apps. Merchants join by invitation.",
  name: "Your name or company",
  nameHint: "Shown to merchants next to your app.",
  email: "E-mail",
  password: "Password",
  passwordHint: `At least ${PASSWORD_MIN} characters. Several words in a row are easy to remember.`,
  submit: "Create account",
  next: "You are then signed in, and can create your first app and try it with a test merchant.",
  mailSent: (email: string) => `Account created. We sent a link to ${email}. Open it to verify your e-mail address.`,
  signIn: "Already have an account? Sign in",
  nameRequired: "Enter a name.",
  nameInvalid: "Enter a name of 1 to 200 characters.",
  emailRequired: "Enter your e-mail address.",
  emailTaken: "An account with this e-mail address already exists. Sign in instead.",
  emailInvalid: "Enter an e-mail address such as name@example.com.",
  passwordRequired: `Enter a password of at least ${PASSWORD_MIN} characters.`,
  passwordCommon: "This password is easy to guess. Use several words that do not belong together.",
  passwordInvalid: `Use a password of ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
};
