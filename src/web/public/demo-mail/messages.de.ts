import type { en } from "./messages.en.ts";

/** Texts of the demo's mails, in German. */
export const de: typeof en = {
  title: "E-Mails der Demo",
  lead: "Die Demo versendet keine E-Mails. Sie stehen stattdessen hier, die neueste zuerst.",
  none: "Es gibt noch keine E-Mails. Laden Sie jemanden ein, oder setzen Sie ein Passwort zurück.",
  to: (address) => `An ${address}`,
  refresh: "Aktualisieren",
};
