import type { en } from "./messages.en.ts";

/** Texts of the sign-out page, in German. */
export const de: typeof en = {
  title: "Abmelden",
  question: (who) => `Sie sind angemeldet als ${who}.`,
  submit: "Abmelden",
  stay: "Angemeldet bleiben",
  signedOut: "Sie sind abgemeldet.",
};
