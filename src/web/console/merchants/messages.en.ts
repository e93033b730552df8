import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the merchants. */
export const en = {
  title: "Merchants",
  search: "Name or ID",
  none: "There are no merchants yet.",
  name: "Name",
  id: "ID",
  idOptional: "ID (optional)",
  idHint: "Your platform’s own ID. Leave it empty to generate one.",
  state: "State",
  actions: "Actions",
  created: "Created",
  apps: "Apps",
  /** The unit after the number. */
  appUnit: (count: number) => plural(count, { one: "app", other: "apps" }),
  lastUsed: "Last activity",
  kind: "Kind",
  kinds: { live: "Live", test: "Test" },
  test: "Test",
  testMerchants: "Test merchants",
  add: "Add a merchant",
  addTitle: "New merchant",
  ownerEmail: "E-mail of the first owner",
  ownerHint: "An existing account. No mail is sent.",
  ownerInvite: "Invite someone without an account",
  ownerNone: "No account has this e-mail address. Invite the owner under Accounts first.",
  save: "Add merchant",
  members: "Members",
  memberUnit: (count: number) => plural(count, { one: "member", other: "members" }),
  membersNone: "No members yet.",
  membersRemoved: "All members were removed when the merchant was closed.",
  closedBy: "Closed by",
  member: "Account",
  memberSearch: "E-mail of a member",
  notMember: "This account is not a member.",
  role: "Role",
  roleOf: (name: string) => `Role of ${name}`,
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string, merchant: string) => `Remove ${name} from ${merchant}?`,
  removeEmail: (email: string) => `E-mail: ${email}`,
  removeEffects: [
    "They lose access to this merchant at once. To return, they need a new invitation.",
    "Connected apps stay connected.",
  ],
  removeExternalEffects: [
    "They lose access to this merchant at once. They return with a new invitation, or if a claim of the external login names this merchant at their next sign-in.",
    "Connected apps stay connected.",
  ],
  removeClaimEffects: [
    "They lose access to this merchant at once. A claim of the external login granted the membership: it returns at their next sign-in as long as the claim names this merchant.",
    "Connected apps stay connected.",
  ],
  removeSubmit: "Remove member",
  invite: "Invite a member",
  inviteEmail: "E-mail",
  inviteSubmit: "Create invitation",
  installations: "Installations",
  installationsNone: "No app has been installed yet.",
  installationsAll: "All installations of this merchant",
  invitations: "Invitations",
  audit: "Audit trail",
  suspend: "Suspend",
  suspendHint: "Stops the access of all apps until you resume the merchant. Nothing is deleted.",
  suspendApps: (count: number, isMinimum: boolean) =>
    count === 0
      ? "No app is installed."
      : plural(count, {
          one: "1 app loses access until you resume the merchant.",
          other: `${isMinimum ? "At least " : ""}# apps lose access until you resume the merchant.`,
        }),
  suspendShown: "Members see that it is suspended. Only operators see the reason and the explanation.",
  suspendSubmit: "Suspend merchant",
  resume: "Resume",
  resumeHint: "Gives its apps access again immediately.",
  revokeHint: "Ends the access of all apps. They stay installed, but must ask for permission again.",
  onlyOwner: "Only owner: add another owner first.",
  closeHint: "Uninstalls all apps and removes all members. This cannot be undone.",
  done: {
    add: "Merchant added. Its owner can now connect apps.",
    suspend: "Merchant suspended. No app can access its data until you resume it.",
    resume: "Merchant resumed. Its apps work again.",
    close: "Merchant closed permanently.",
  },
  close: "Close permanently …",
  revokeTokens: "Revoke all tokens …",
  closeTitle: (name: string) => `Close ${name} permanently?`,
  closeAll: "All apps are uninstalled, and all members are removed.",
  closeApps: (count: number, isMinimum: boolean) =>
    count === 0
      ? "No app is installed."
      : plural(count, {
          one: "1 app is uninstalled.",
          other: `${isMinimum ? "At least " : ""}# apps are uninstalled.`,
        }),
  closeMembers: (count: number, isMinimum: boolean) =>
    count === 0
      ? "It has no members."
      : plural(count, { one: "1 member is removed.", other: `${isMinimum ? "At least " : ""}# members are removed.` }),
  closeNotice: "No mail is sent: tell the members yourself.",
  closeEffect:
    "Its invitations are withdrawn, and its ID cannot be reused. This cannot be undone. The audit trail stays.",
  closeSubmit: "Close permanently",
  cancel: "Cancel",
  confirm: "I understand the effect",
};
