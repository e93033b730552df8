import type { en } from "./messages.en.ts";

/** Texts of the question at the end of each page, in German. */
export const de: typeof en = {
  question: "War diese Seite hilfreich?",
  yes: "Ja",
  no: "Nein",
  thanks: "Vielen Dank. Ihre Antwort ist gezählt.",
  support: "Kommen Sie nicht weiter?",
};
