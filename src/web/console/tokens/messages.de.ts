import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the revocation of all tokens, in German. */
export const de: typeof en = {
  title: "Tokens widerrufen",
  lead: "Widerruft alle bis jetzt ausgestellten Tokens. Apps bleiben installiert und müssen erneut um Erlaubnis bitten.",
  subject: "Welche Tokens?",
  app: "Eine App",
  merchant: "Ein Geschäft",
  everything: "Alle Apps und Geschäfte",
  hints: {
    app: "Für eine App, deren Secret oder Tokens gestohlen wurden.",
    merchant: "Für ein Geschäft, dessen Daten nicht mehr gelesen werden dürfen.",
    everything: "Für einen Notfall: Keine App funktioniert mehr.",
  },
  fields: { app: "App (Name oder Client-ID)", merchant: "Geschäft (Name oder Kennung)" },
  continue: "Weiter",
  appTitle: (name) => `Alle Tokens von ${name} widerrufen?`,
  merchantTitle: (name) => `Alle Tokens von ${name} widerrufen?`,
  everythingTitle: "Die Tokens aller Apps und Geschäfte widerrufen?",
  installationCount: (count, isMinimum = false) =>
    plural(count, {
      one: "1 Installation verliert ihre Tokens.",
      other: `${isMinimum ? "Mindestens " : ""}# Installationen verlieren ihre Tokens.`,
    }),
  effects: {
    app: "Die App bleibt installiert, hat aber keinen Zugriff mehr, bis das jeweilige Geschäft erneut zustimmt.",
    merchant: "Die Apps bleiben installiert, haben aber keinen Zugriff mehr, bis das Geschäft erneut zustimmt.",
    everything:
      "Alle Tokens werden widerrufen. Die Apps bleiben installiert, haben aber keinen Zugriff mehr, bis das jeweilige Geschäft erneut zustimmt.",
  },
  effect: "Das lässt sich nicht rückgängig machen.",
  done: "Tokens widerrufen. Apps funktionieren in wenigen Sekunden nicht mehr und bitten erneut um Erlaubnis.",
  submit: "Tokens widerrufen",
  cancel: "Abbrechen",
  confirm: "Ich verstehe die Auswirkung",
  severalMatches: (typed) => `Mehrere Namen enthalten „${typed}“. Wählen Sie einen:`,
  missing: "Geben Sie eine App oder ein Geschäft ein.",
  unknown: "Keine App und kein Geschäft gefunden.",
};
