import type { en } from "./messages.en.ts";

/** Texts of the review queue, in German. */
export const de: typeof en = {
  title: "Prüfliste",
  waiting: "Wartet auf eine Prüfung",
  reviewing: "In Prüfung",
  waitingNone: "Keine Apps warten auf eine Prüfung.",
  reviewingNone: "Keine Apps sind in Prüfung.",
  app: "App",
  developer: "Entwickler",
  kind: "Art",
  newApp: "Neue App",
  revision: (number) => `Fassung ${number} einer freigegebenen App`,
  scopes: "Berechtigungen",
  since: "Seit",
  search: "Name beginnt mit",
};
