import type { en } from "./messages.en.ts";

/** Texts of the install page, in German. */
export const de: typeof en = {
  title: (app) => `${app} installieren`,
  heading: (app) => `${app} installieren`,
  may: (app) => `Darum kann ${app} Sie bitten`,
  next: "Was dann geschieht",
  launch: (origin) => `Sie gehen zur App auf ${origin}. Dann werden Sie hier um Ihre Zustimmung gebeten.`,
  platform: "Auf der nächsten Seite sehen Sie noch einmal, worum die App bittet, und erlauben es oder nicht.",
  nothingYet: "Mit diesem Schritt wird noch nichts geteilt.",
  submit: "Weiter zur Installation",
  atApp: (app) =>
    `${app} wird aus der App heraus installiert: Öffnen Sie sie und suchen Sie dort nach der Verbindung zu dieser Plattform.`,
  openWebsite: "Website der App öffnen",
};
