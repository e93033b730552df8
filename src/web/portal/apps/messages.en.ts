/** Texts of the developer's list of apps. */
export const en = {
  title: "Your apps",
  create: "Submit an app",
  search: "Name begins with",
  state: "State",
  none: "No app of yours is like that.",
  columns: { app: "App", state: "State", next: "What to do next", changed: "Changed" },
  next: {
    draft: "Complete it and submit it for review.",
    submitted: "Wait for the review, or try it on a test merchant.",
    in_review: "Somebody is reviewing it. You will find the answer here.",
    changes_requested: "Read what the reviewer says, change it, and submit again.",
    approved: "Hand out the install link.",
    rejected: "Read the reason. You may change it and submit again.",
    suspended: "The platform has stopped it. Read the reason.",
    archived: "It has ended for good.",
  },
  empty: {
    title: "From an idea to an installed app",
    lead: "You have no app here yet. This is how it goes:",
    steps: [
      [
        "Describe it.",
        "Name, purpose, redirect URIs, and which data it needs and why. You can save a draft at any time.",
      ],
      ["Try it.", "Install it on a test merchant of your own. That works before anybody has reviewed it."],
      ["Submit it.", "A reviewer approves it, or tells you here what to change."],
      ["Hand out its install link.", "Merchants who follow it read what the app asks for and how to connect it."],
    ] as readonly (readonly [string, string])[],
  },
};
