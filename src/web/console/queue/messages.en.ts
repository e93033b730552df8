/** Texts of the review queue. */
export const en = {
  title: "Review queue",
  waiting: "Waiting for a reviewer",
  reviewing: "In review",
  waitingNone: "Nobody waits for a review.",
  reviewingNone: "Nothing is in review.",
  app: "App",
  developer: "Developer",
  kind: "What",
  fresh: "New app",
  revision: (number: number) => `Revision ${number} of a live app`,
  scopes: "Scopes",
  since: "Since",
  search: "Name begins with",
};
