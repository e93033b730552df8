import type { en } from "./messages.en.ts";

/** Texts of the revocation of all tokens, in German. */
export const de: typeof en = {
  title: "Tokens beenden",
  lead: "Beendet alle Tokens, die bis jetzt erteilt wurden. Installationen bleiben; Apps müssen erneut um Zustimmung bitten.",
  subject: "Wessen Tokens?",
  app: "Einer App",
  merchant: "Eines Geschäfts",
  everything: "Aller",
  id: "App oder Geschäft, nach Kennung oder Name",
  idHint: "Für alle nicht nötig.",
  go: "Weiter",
  appTitle: (name) => `Alle Tokens von ${name} beenden?`,
  merchantTitle: (name) => `Alle Tokens von ${name} beenden?`,
  everythingTitle: "Die Tokens aller beenden?",
  hits: (count) =>
    count === 1 ? "1 Installation verliert ihre Tokens." : `${count} Installationen verlieren ihre Tokens.`,
  everythingHits: "Jede App bei jedem Geschäft steht still, bis dort wieder zugestimmt wird.",
  effect: "Das lässt sich nicht rückgängig machen.",
  submit: "Tokens beenden",
  keep: "Nichts tun",
  confirm: "Ich habe das gelesen und meine es so.",
  choose: (typed) => `Mehrere beginnen mit „${typed}“. Wessen Tokens sollen enden?`,
  missing: "Nennen Sie die App oder das Geschäft.",
  unknown: "Eine solche App oder ein solches Geschäft gibt es nicht.",
};
