import type { en } from "./messages.en.ts";

/** Texts of the review queue, in German. */
export const de: typeof en = {
  title: "Zur Prüfung",
  waiting: "Warten auf eine Prüfung",
  reviewing: "In Prüfung",
  waitingNone: "Keine App wartet auf eine Prüfung.",
  reviewingNone: "Keine App ist in Prüfung.",
  app: "App",
  developer: "Entwickler",
  kind: "Was",
  newApp: "Neue App",
  revision: (number) => `Fassung ${number} einer laufenden App`,
  scopes: "Berechtigungen",
  since: "Seit",
  search: "Name beginnt mit",
};
