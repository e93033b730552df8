import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the revocation of all tokens. */
export const en = {
  title: "Revoke tokens",
  lead: "Revokes all tokens issued until now. Apps stay installed and must ask for permission again.",
  subject: "Which tokens?",
  app: "One app",
  merchant: "One merchant",
  everything: "All apps and merchants",
  hints: {
    app: "For an app whose secret or tokens were stolen.",
    merchant: "For a merchant whose data must not be read any longer.",
    everything: "For an emergency: every app stops working at every merchant.",
  },
  fields: { app: "App (name or client ID)", merchant: "Merchant (name or ID)" },
  continue: "Continue",
  appTitle: (name: string) => `Revoke all tokens of ${name}?`,
  merchantTitle: (name: string) => `Revoke all tokens of ${name}?`,
  everythingTitle: "Revoke the tokens of all apps and merchants?",
  installationCount: (count: number, isMinimum = false) =>
    plural(count, {
      one: "1 installation loses its tokens.",
      other: `${isMinimum ? "At least " : ""}# installations lose their tokens.`,
    }),
  effects: {
    app: "The app stays installed, but cannot access data until each merchant consents again.",
    merchant: "Its apps stay installed, but cannot access data until the merchant consents again.",
    everything:
      "All tokens are revoked. Every app stays installed, but cannot access data until each merchant consents again.",
  },
  effect: "This cannot be undone.",
  done: "Tokens revoked. Apps stop working within seconds and ask for permission again.",
  submit: "Revoke tokens",
  cancel: "Cancel",
  confirm: "I understand the effect",
  severalMatches: (typed: string) => `Several names contain “${typed}”. Choose one:`,
  missing: "Enter an app or a merchant.",
  unknown: "No app or merchant found.",
};
