import type { en } from "./messages.en.ts";

/** Texts of the sign-out page, in German. */
export const de: typeof en = {
  title: "Abmelden",
  signedInAs: (who) => `Sie sind als ${who} angemeldet.`,
  submit: "Abmelden",
  cancel: "Angemeldet bleiben",
  signedOut: "Sie sind abgemeldet.",
};
