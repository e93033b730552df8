/** Texts of the sign-up page. */
export const en = {
  title: "Create a developer account",
  lead: "With a developer account you submit apps for review. People of a merchant do not need one: the platform invites them.",
  name: "Your name or your company's",
  nameHint: "Merchants see it beside your app.",
  email: "E-mail",
  password: "Password",
  passwordHint: "At least 12 characters. A few words in a row are easy to remember.",
  submit: "Create account",
  signIn: "You have an account? Sign in",
  nameMissing: "Enter a name.",
  nameWrong: "Use 1 to 200 characters.",
  emailMissing: "Enter your e-mail address.",
  emailTaken: "There is an account with this e-mail address. Sign in instead.",
  emailWrong: "Enter an e-mail address such as name@example.com.",
  passwordWrong: "Use 12 to 256 characters.",
};
