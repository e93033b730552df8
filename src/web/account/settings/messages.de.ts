import type { en } from "./messages.en.ts";

/** Texts of the account page, in German. */
export const de: typeof en = {
  title: "Ihr Konto",
  password: "Passwort ändern",
  passwordHint: "Alle anderen Sitzungen werden abgemeldet.",
  noPassword: "Ihr Konto hat hier kein Passwort.",
  unverified:
    "Ihre E-Mail-Adresse ist noch nicht bestätigt. Bitten Sie die Plattform, sie zu bestätigen oder Sie einzuladen. Bis dahin erhalten Sie keine neue Rolle und können keine Apps einreichen. Lädt die Plattform jemand anderen unter dieser Adresse ein, geht die Adresse an dessen Konto über.",
  lostEmail:
    "Dieses Konto hat keine E-Mail-Adresse mehr: Seine Adresse wurde für ein anderes Konto bestätigt. Sie bleiben angemeldet, bis diese Sitzung endet; danach kann sich niemand mehr bei diesem Konto anmelden. Registrieren Sie sich mit einer eigenen Adresse, um weiterzuarbeiten.",
  current: "Bisheriges Passwort",
  newPassword: "Neues Passwort",
  submit: "Passwort ändern",
  changed: "Ihr Passwort wurde geändert. Alle anderen Sitzungen wurden abgemeldet.",
  wrongPassword: "Das ist nicht Ihr bisheriges Passwort.",
};
