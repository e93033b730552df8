import type { en } from "./messages.en.ts";

/** Texts of the account page, in German. */
export const de: typeof en = {
  title: "Ihr Konto",
  password: "Passwort ändern",
  passwordHint: "Andere angemeldete Browser werden abgemeldet.",
  noPassword: "Sie melden sich hier ohne Passwort an.",
  unverified:
    "Noch hat niemand bestätigt, dass diese E-Mail-Adresse Ihre ist. Bitten Sie die Plattform, sie zu bestätigen oder Sie einzuladen. Bis dahin erhalten Sie keine neue Rolle und können keine Apps einreichen. Lädt die Plattform jemand anderen unter dieser Adresse ein, geht die Adresse an dessen Konto über.",
  lostEmail:
    "Dieses Konto hat keine E-Mail-Adresse mehr: Seine Adresse wurde für ein anderes Konto bestätigt. Sie bleiben angemeldet, bis diese Sitzung endet; danach kann sich niemand mehr bei diesem Konto anmelden. Registrieren Sie sich mit einer eigenen Adresse, um weiterzuarbeiten.",
  current: "Bisheriges Passwort",
  fresh: "Neues Passwort",
  submit: "Passwort ändern",
  changed: "Ihr Passwort ist geändert. Andere Browser wurden abgemeldet.",
  wrong: "Das ist nicht Ihr bisheriges Passwort.",
};
