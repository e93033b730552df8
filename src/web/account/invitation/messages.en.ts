/** Texts of the page of an invitation. */
export const en = {
  title: "Accept your invitation",
  accepted: "You accepted the invitation.",
  joined: (name: string) => `You are now a member of ${name}.`,
  toMerchant: (merchant: string, role: string) => `You are invited to ${merchant} as ${role}.`,
  toTeam: (team: string, role: string) => `You are invited to work on the apps of ${team} as ${role}.`,
  toAccount: "You are invited to create an account.",
  asDeveloper: "The account can submit apps.",
  asOperator: "The account can review apps and manage the platform.",
  forEmail: (email: string) => `The invitation is for ${email}.`,
  name: "Your name",
  password: "Password",
  acceptNew: "Create account and accept",
  accept: "Accept invitation",
  signInFirst: (email: string) => `An account for ${email} already exists. Sign in to accept.`,
  wrongAccount: (who: string) => `You are signed in as ${who}. To accept, sign in with the invited address.`,
  signInOther: "Sign in with another account",
  askPlatform: "If that account is not yours, contact the platform.",
  notYours:
    "If you did not create that account, set a new password with a link sent to this address. This ends all its sessions and removes its second factors.",
  newPassword: "Set a new password",
  emailUnverified: (email: string) =>
    `An account with ${email} exists, but the address is not verified. If it is yours, sign in to keep it. Otherwise create an account here. The address then belongs to the new account.`,
  signInToKeep: "Sign in to my account",
};
