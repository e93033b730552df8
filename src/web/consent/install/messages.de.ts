import type { en } from "./messages.en.ts";

/** Texts of the install page, in German. */
export const de: typeof en = {
  title: (app) => `${app} installieren`,
  heading: (app) => `${app} installieren`,
  scopesLead: (app) => `Darum kann ${app} Sie bitten`,
  next: "Was dann geschieht",
  launch: (origin) => `Sie werden zur App auf ${origin} weitergeleitet. Dann bittet sie hier um Ihre Zustimmung.`,
  platform: "Auf der nächsten Seite prüfen Sie, worum die App bittet, und erlauben es oder nicht.",
  nothingYet: "Mit diesem Schritt wird noch nichts geteilt.",
  submit: "Weiter",
  startsInApp: (app) =>
    `${app} lässt sich nur in der App selbst installieren. Öffnen Sie die App und verbinden Sie sie dort mit dieser Plattform.`,
  openWebsite: "Website der App öffnen",
};
