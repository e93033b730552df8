/** Texts of the team of a developer. */
export const en = {
  title: "Team",
  lead: (team: string) => `These people work on the apps of ${team}. Merchants see the name ${team} as the developer.`,
  developerAccount: "Developer account",
  developerAccountHint: "The apps belong to this account, so it always stays in the team.",
  ownersOnly: "Only owners can invite, change and remove members.",
  roleTexts: {
    owner: "can manage the team and all its apps",
    member: "can create, change and submit apps, and manage their secrets and webhooks",
  },
  leave: "Leave team",
  leaveQuestion: (team: string) => `Leave ${team}?`,
  leaveHint:
    "You lose access to the team’s apps and test merchants at once. To return, you need a new invitation. The apps stay with the team.",
  secretsKnown: (name: string) =>
    `The apps stay with the team. ${name} may still know their secrets: replace them if needed.`,
  stay: "Stay in the team",
  unverified: "Verify the e-mail address of your account before you invite others.",
  account: "Open your account",
  done: {
    leave: "You have left the team.",
  },
  switcher: "Team",
  switch: "Switch",
};
