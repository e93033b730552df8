/** Texts of the page of an invitation. */
export const en = {
  /** @param name the shop or team */
  title: (name: string) => `Join ${name}`,
  titleAccount: "Create your account",
  accepted: "You accepted the invitation.",
  joined: (name: string) => `You are now a member of ${name}.`,
  joinedAsManager: (name: string) => `You are now a manager of ${name}.`,
  joinedAsOwner: (name: string) => `You are now an owner of ${name}.`,
  toMerchant: (who: string, shop: string) => `${who} invites you to the shop ${shop}.`,
  toTeam: (who: string, team: string) => `${who} invites you to work on the apps of ${team}.`,
  toOwnTeam: (team: string) => `${team} invites you to work on its apps.`,
  toAccount: (platform: string) => `${platform} invites you to create an account.`,
  /** For readers without an account. */
  platform: (platform: string) => `On ${platform}, shops connect apps and decide which data each app gets.`,
  anOwner: "An owner",
  owner: (name: string) => `${name} (owner)`,
  asDeveloper: "can submit apps",
  asOperator: "can review apps and manage the platform",
  role: "Your role",
  email: "E-mail",
  until: "Valid until",
  decline: "Decline",
  declineFold: "Decline …",
  declineEffect: "The link stops working. To join later, ask for a new invitation.",
  stay: "Stay signed in",
  declined: {
    title: "Invitation declined",
    text: "The link no longer works. If you change your mind, ask for a new invitation.",
    home: "Go to the start page",
  },
  name: "Your name",
  password: "Password",
  acceptNew: "Create account and accept",
  accept: "Accept invitation",
  signInFirst: (email: string) => `An account for ${email} already exists. Sign in to accept.`,
  wrongAccount: (who: string, email: string) =>
    `You are signed in as ${who}. The invitation is for ${email}. To accept or decline it, sign in with that address.`,
  leaves: (who: string, email: string) =>
    `You are signed in as ${who}. The invitation creates another account, for ${email}. If you accept it, you are signed out of your account here.`,
  signInOther: "Sign in with another account",
  askPlatform: (platform: string) => `If that account is not yours, contact ${platform}.`,
  notYours:
    "If you did not create that account, set a new password with a link sent to this address. This ends all its sessions and removes its second factors.",
  newPassword: "Set a new password",
  emailUnverified: (email: string) =>
    `An account with ${email} exists, but the address is not verified. If it is yours, sign in to keep it. Otherwise create an account here. The address then belongs to the new account.`,
  signInToKeep: "Sign in to my account",
};
