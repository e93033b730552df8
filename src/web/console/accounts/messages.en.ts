import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the accounts. */
export const en = {
  title: "Accounts",
  search: "Name, e-mail or ID",
  email: "E-mail",
  name: "Name",
  id: "Account ID",
  roles: "Roles",
  state: "State",
  actions: "Actions",
  created: "Created",
  person: "Account",
  group: "Accounts",
  groups: {
    operators: "Operators",
    developers: "Developers",
    suspended: "Suspended",
    unprotected: "Operators without two-step verification",
  },
  twoStepShort: "Two-step",
  twoStepOn: "On",
  twoStepOff: "Off",
  lastSignIn: "Last sign-in",
  neverSignedIn: "Never",
  none: "None",
  operator: "Operator",
  developer: "Developer",
  noEmail: "without e-mail",
  unverified: "not verified",
  unverifiedHint:
    "This e-mail address is not verified. Until it is, the account cannot get roles or submit apps. Invite the address, or mark it as verified if you know the account’s owner.",
  verifyEmail: "Mark as verified",
  noneYet: "There are no accounts yet.",
  password: "Sign-in",
  passwordSignIn: "Password",
  externalSignIn: "Login of the platform (or never signed in)",
  teams: "Team",
  relation: "Relation",
  inThisTeam: "Works in this team",
  inOtherTeam: "Team that this account works in",
  merchants: "Merchants",
  merchantsNone: "No merchants.",
  apps: "Apps",
  audit: "Audit trail",
  roleHints: {
    operator: "Full access to this console: reviews apps and manages the platform.",
    developer: "Creates and submits apps in the developer portal.",
  },
  ownOperator: "You cannot remove this role from your own account. Ask another operator.",
  noSecondStep: "This account has no two-step verification.",
  saveRoles: "Save roles",
  ownAccount: "This is your own account.",
  suspend: "Suspend",
  suspendHint: "Signs the account out everywhere and stops new sign-ins. Apps that it connected keep working.",
  suspendMerchants: (count: number, isMinimum: boolean) =>
    count === 0
      ? "It is a member of no merchant."
      : plural(count, {
          one: "It is a member of 1 merchant, which keeps its apps.",
          other: `It is a member of ${isMinimum ? "at least " : ""}# merchants, which keep their apps.`,
        }),
  suspendTeam: (count: number) =>
    plural(count, {
      one: "1 other member of its team loses access to the team’s apps.",
      other: "# other members of its team lose access to the team’s apps.",
    }),
  suspendShown: "Only operators see the reason and the explanation.",
  suspendSubmit: "Suspend account",
  resume: "Resume",
  closedByOwner: "The owner closed this account for good. Its sign-in, e-mail address and memberships are deleted.",
  resumeHint: "Lets the account sign in again.",
  done: {
    roles: "Roles saved.",
    "verify-email": "E-mail address marked as verified. The account can now get roles and submit apps.",
    suspend: "Account suspended. It is signed out and cannot sign in.",
    resume: "Account resumed. It can sign in again.",
    "reset-two-step": "Two-step verification is reset. The account is signed out and signs in with its password.",
  },
  ownSecurity: "Password and two-step verification",
  ownSecurityHint: "You change those of your own account on its security page.",
  openSecurity: "Open security page",
  resetLink: "Link for a new password",
  resetLinkHint: "For an account whose owner forgot the password. Verify the identity of the person who asks for it.",
  createResetLink: "Create link",
  resetLinkMade: (email: string) =>
    `Pass this link on to ${email} over a channel that you trust. It works once, expires after 24 hours, and is shown only now.`,
  resetLinkShown: "The link was shown once. If it was lost, create another one.",
  twoStep: "Two-step verification",
  resetTwoStep: "Reset two-step verification",
  resetTwoStepHint:
    "For an account whose owner lost the phone or passkey and all recovery codes. Verify the identity of the person who asks for it.",
  resetTwoStepEffect:
    "All passkeys, the authenticator app and the recovery codes are removed, and the account is signed out everywhere.",
  backToAccount: "Back to the account",
  invite: "Invite someone",
  inviteHint: (mail: boolean) =>
    `The next page shows the link once. It works once and expires after 7 days. ${mail ? "The person also gets the link by e-mail." : "No e-mail is sent: pass the link on yourself."}`,
  inviteSubmit: "Create invitation",
  inviteTitle: "New invitation",
};
