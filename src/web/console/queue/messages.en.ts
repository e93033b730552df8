/** Texts of the review queue. */
export const en = {
  title: "Review queue",
  waiting: "Waiting for a reviewer",
  reviewing: "In review",
  waitingNone: "No apps are waiting for a review.",
  reviewingNone: "No apps are in review.",
  app: "App",
  developer: "Developer",
  kind: "Type",
  newApp: "New app",
  revision: (number: number) => `Revision ${number} of a live app`,
  scopes: "Scopes",
  since: "Since",
  search: "Name begins with",
};
