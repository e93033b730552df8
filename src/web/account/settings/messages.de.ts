import type { en } from "./messages.en.ts";

/** Texts of the account page, in German. */
export const de: typeof en = {
  title: "Ihr Konto",
  security: "Geräte und Sicherheit der Anmeldung",
  name: "Name",
  nameSubmit: "Namen ändern",
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  nameInUse: "Zustimmungsseiten Ihrer freigegebenen Apps zeigen diesen Namen. Bitten Sie die Plattform, ihn zu ändern.",
  nameExternal: "Die Anmeldung der Plattform bestimmt Ihren Namen. Ändern Sie ihn dort.",
  nameChanged: "Ihr Name wurde geändert.",
  password: "Passwort ändern",
  passwordHint: "Alle anderen Sitzungen werden abgemeldet.",
  noPassword: "Ihr Konto hat kein Passwort.",
  unverified:
    "Ihre E-Mail-Adresse ist noch nicht bestätigt. Bitten Sie die Plattform, sie zu bestätigen oder Sie einzuladen. Bis dahin erhalten Sie keine neuen Rollen und können keine Apps einreichen. Nimmt eine andere Person eine Einladung an diese Adresse an, geht die Adresse an ihr Konto über.",
  lostEmail:
    "Dieses Konto hat keine E-Mail-Adresse mehr: Die Adresse wurde für ein anderes Konto bestätigt. Nach dem Ende dieser Sitzung können Sie sich mit diesem Konto nicht mehr anmelden. Registrieren Sie sich mit einer eigenen Adresse, um weiterzuarbeiten.",
  current: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  submit: "Passwort ändern",
  changed: "Ihr Passwort wurde geändert. Alle anderen Sitzungen wurden abgemeldet.",
  wrongPassword: "Das ist nicht Ihr aktuelles Passwort.",
};
