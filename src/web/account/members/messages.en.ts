/** Texts of the members of a merchant. */
export const en = {
  title: "Members",
  lead: (merchant: string) =>
    `These people have access to ${merchant}. Owners and managers connect and uninstall apps.`,
  navigation: "Connected apps",
  ownersOnly: "Only owners invite, change and remove members.",
  test: "The members of a test merchant are its developer's team, which is managed in the developer portal.",
  you: "you",
  role: "Role",
  roleOf: (name: string) => `Role of ${name}`,
  save: "Save role",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  invite: "Invite a member",
  email: "E-mail",
  roleHint: "Owners manage members and apps. Managers manage apps. Members only see them.",
  submit: "Create invitation",
  open: "Open invitations",
  none: "No open invitations.",
  expires: "Expires",
  revoke: "Revoke",
  revokeOf: (email: string) => `Revoke the invitation for ${email}`,
  link: "Invitation link",
  invited: (email: string) =>
    `Invitation created. Send this link to ${email}. It works once, for 7 days, and is shown only now.`,
  mailed: (email: string) => `Invitation sent to ${email}. You can also share this link. It works once, for 7 days.`,
  done: {
    role: "Role saved.",
    remove: "Member removed.",
    leave: "You have left the merchant.",
    revoke: "Invitation revoked. Its link no longer works.",
  },
};
