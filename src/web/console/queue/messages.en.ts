/** Texts of the review queue. */
export const en = {
  title: "Review queue",
  waiting: "Waiting for review",
  reviewing: "Being reviewed now",
  waitingNone: "No apps are waiting for review.",
  reviewingNone: "No apps are being reviewed.",
  app: "App",
  developer: "Developer",
  kind: "Type",
  newApp: "New app",
  revision: (number: number) => `Revision ${number} of a live app`,
  scopes: "Scopes",
  since: "Since",
  search: "Name begins with",
};
