import type { en } from "./messages.en.ts";

/** Texts of the secrets of an app, in German. */
export const de: typeof en = {
  title: "Secrets",
  hint: "Zwei Secrets dürfen zugleich gelten, damit Sie ohne Unterbrechung wechseln können.",
  columns: { created: "Angelegt", lastUsed: "Zuletzt benutzt" },
  none: "Es gibt kein gültiges Secret. Ihre App braucht eines, um Tokens anzufordern.",
  never: "nie",
  add: "Secret hinzufügen",
  limit: "Zwei Secrets gelten schon. Lassen Sie erst eines auslaufen.",
  limitTitle: "Zwei Secrets gelten schon",
  ends: "endet",
  retire: "Auslaufen lassen…",
  retireOf: (hint) => `Das Secret, das auf ${hint} endet, auslaufen lassen`,
  secret: "client_secret",
  shownOnce: "Dieses Secret wird nur einmal gezeigt.",
  shownOnceHint:
    "Kopieren Sie es dorthin, wo Ihr Server seine Secrets verwahrt. Geht es verloren, legen Sie ein neues an.",
  createdTitle: (name) => `Ein neues Secret für ${name}`,
  rotationTitle: "So wechseln Sie",
  rotationSteps: [
    "Geben Sie das neue Secret Ihrem Server.",
    "Sehen Sie auf der Seite der App, dass es benutzt wird.",
    "Lassen Sie das alte auslaufen: Es gilt noch 7 Tage.",
  ],
  retireTitle: (hint) => `Secret …${hint} auslaufen lassen`,
  usedAt: "Zuletzt benutzt:",
  inUse: "Es wurde im letzten Tag benutzt. Vielleicht braucht es noch ein Server von Ihnen.",
  only: "Es ist das einzige, das bleibt. Fügen Sie erst ein anderes hinzu, sonst bekommt Ihre App keine Tokens.",
  laterHint: "Es gilt noch 7 Tage, während Ihre Server wechseln.",
  later: "In 7 Tagen auslaufen lassen",
  nowHint: "Ist es bekannt geworden, beenden Sie es jetzt. Anfragen damit schlagen sofort fehl.",
  now: "Sofort beenden",
  cancel: "Abbrechen",
};
