/** Texts of the page of an invitation. */
export const en = {
  title: "You are invited",
  toMerchant: (merchant: string, role: string) => `You are invited to ${merchant} as ${role}.`,
  toAccount: "You are invited to open an account.",
  asDeveloper: "The account can submit apps.",
  asOperator: "The account can review apps and run the platform.",
  forEmail: (email: string) => `The invitation is for ${email}.`,
  name: "Your name",
  password: "Choose a password",
  acceptNew: "Create account and accept",
  accept: "Accept the invitation",
  signInFirst: (email: string) => `There is an account for ${email}. Sign in to accept.`,
  wrongAccount: (who: string) => `You are signed in as ${who}. To accept, sign in with the invited address.`,
  signInOther: "Sign in with another account",
  askPlatform: "If that account is not yours, ask the platform itself for an invitation.",
  held: (email: string) =>
    `An account for ${email} was signed up without verifying the address. If it is yours, sign in to keep it. Otherwise go on here: the address moves to your new account.`,
  heldSignIn: "The account is mine: sign in",
};
