import type { en } from "./messages.en.ts";

/** Texts of the install page, in German. */
export const de: typeof en = {
  title: (app) => `${app} installieren`,
  heading: (app) => `${app} installieren`,
  scopesLead: (app) => `Darum kann ${app} Sie bitten`,
  next: "Wie es weitergeht",
  launch: (origin) => `Sie werden zur App unter ${origin} weitergeleitet. Sie bittet dann hier um Ihre Zustimmung.`,
  platform: "Auf der nächsten Seite prüfen Sie die Anfrage der App und erlauben sie oder nicht.",
  nothingYet: "In diesem Schritt wird nichts geteilt.",
  submit: "Weiter",
  startsInApp: (app) =>
    `${app} lässt sich nur in der App selbst installieren. Öffnen Sie die App und verbinden Sie sie dort mit dieser Plattform.`,
  openWebsite: "Website der App öffnen",
};
