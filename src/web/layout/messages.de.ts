import type { en } from "./messages.en.ts";

/** Texts of the page frame, in German. */
export const de: typeof en = {
  skip: "Zum Inhalt springen",
  errorPrefix: "Fehler: ",
  accountNavigation: "Konto",
  account: "Ihr Konto",
  signedInAs: (name) => `Angemeldet als ${name}`,
  accountPages: "Seiten Ihres Kontos",
  signIn: "Anmelden",
  signOut: "Abmelden",
  language: "Sprache",
  languageName: "Deutsch",
  reveal: { show: "Passwort anzeigen", hide: "Passwort verbergen" },
  problem: "Bitte prüfen Sie Ihre Angaben",
  menu: "Menü",
  sites: "Hauptnavigation",
  breadcrumbs: "Übergeordnete Seiten",
  connectedApps: "Verbundene Apps",
  portal: "Entwicklerportal",
  console: "Konsole",
  contact: (platform) => `${platform} kontaktieren`,
  footer: (platform) => `Bei ${platform} erhält eine App Daten eines Shops nur, wenn der Shop es erlaubt.`,
};
