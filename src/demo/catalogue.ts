import { ScopeSensitivity } from "../../gen/latchkey/v1/consent_service_pb.ts";

/** The scopes of the demo platform. */
export const DEMO_SCOPES = [
  {
    name: "orders:read",
    title: "See your orders",
    description: "Order numbers, items, totals and when they were placed.",
    texts: [
      {
        language: "de",
        title: "Ihre Bestellungen sehen",
        description: "Bestellnummern, Artikel, Summen und den Zeitpunkt der Bestellung.",
      },
    ],
    sensitivity: ScopeSensitivity.NORMAL,
  },
  {
    name: "orders:write",
    title: "Change your orders",
    description: "Mark orders as shipped, cancel them, and refund them.",
    texts: [
      {
        language: "de",
        title: "Ihre Bestellungen ändern",
        description: "Bestellungen als versandt markieren, stornieren und erstatten.",
      },
    ],
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "products:read",
    title: "See your products",
    description: "Names, prices and stock of what you sell.",
    texts: [{ language: "de", title: "Ihre Produkte sehen", description: "Namen, Preise und Bestände Ihrer Ware." }],
    sensitivity: ScopeSensitivity.NORMAL,
  },
  {
    name: "customers:read",
    title: "See your customers",
    description: "Names, addresses and e-mail addresses of people who bought from you.",
    texts: [
      {
        language: "de",
        title: "Ihre Kunden sehen",
        description: "Namen, Anschriften und E-Mail-Adressen Ihrer Käufer.",
      },
    ],
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "payouts:read",
    title: "See your payouts",
    description: "Bank transfers to you, with amounts and dates.",
    texts: [
      {
        language: "de",
        title: "Ihre Auszahlungen sehen",
        description: "Überweisungen an Sie, mit Beträgen und Tagen.",
      },
    ],
    sensitivity: ScopeSensitivity.RESTRICTED,
  },
] as const;

export const DEMO_APP = {
  name: "Parcel Pilot",
  purpose: "Prints shipping labels for new orders and tells your customers where their parcel is.",
  scopes: [
    { name: "orders:read", reason: "To know which parcels need a label.", optional: false },
    { name: "products:read", reason: "To work out the weight of a parcel.", optional: true },
    { name: "customers:read", reason: "To print the address and send the tracking link.", optional: true },
  ],
} as const;

export const DEMO_PEOPLE = {
  operator: { email: "operator@example.com", name: "Olga Operator" },
  developer: { email: "developer@example.com", name: "Parcel Pilot GmbH" },
  merchant: { email: "merchant@example.com", name: "Mia Merchant" },
} as const;

/** The merchant owned by `DEMO_PEOPLE.merchant`. */
export const DEMO_SHOP = { merchantId: "harbour-coffee", name: "Harbour Coffee" } as const;

/** The texts for decisions about apps. */
export const DEMO_TEMPLATES = [
  {
    name: "Redirect URI does not answer",
    reasonCode: "REDIRECT_URI",
    textEn: "A redirect URI answers with an error. Please check the address and submit the app again.",
    textDe:
      "Eine Redirect-URI antwortet mit einem Fehler. Bitte prüfen Sie die Adresse und reichen Sie die App erneut ein.",
  },
  {
    name: "Explain each scope",
    reasonCode: "SCOPE_REASONS",
    textEn: "Please say for each scope what your app does with the data, so that merchants can decide.",
    textDe: "Bitte geben Sie bei jedem Scope an, wozu Ihre App die Daten braucht, damit Geschäfte entscheiden können.",
  },
] as const;
