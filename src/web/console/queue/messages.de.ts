import type { en } from "./messages.en.ts";

/** Texts of the review queue, in German. */
export const de: typeof en = {
  title: "Prüfwarteschlange",
  waiting: "Wartet auf Prüfung",
  reviewing: "Wird gerade geprüft",
  waitingNone: "Keine Apps warten auf Prüfung.",
  reviewingNone: "Keine Apps werden gerade geprüft.",
  app: "App",
  developer: "Entwickler",
  kind: "Art",
  newApp: "Neue App",
  revision: (number) => `Fassung ${number} einer freigegebenen App`,
  scopes: "Scopes",
  age: "Wartet seit",
  inReviewFor: "In Prüfung seit",
  reviewer: "Prüfer",
  free: "Nicht übernommen",
  you: "Sie",
  next: "Als Nächstes in der Warteschlange",
  reviewNext: "Nächste App prüfen",
  templates: "Entscheidungsvorlagen",
  search: "Name",
};
