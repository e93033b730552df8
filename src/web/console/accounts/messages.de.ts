import type { en } from "./messages.en.ts";

/** Texts of the accounts, in German. */
export const de: typeof en = {
  title: "Konten",
  search: "Kennung oder Anfang der E-Mail-Adresse",
  email: "E-Mail",
  name: "Name",
  id: "Kennung des Kontos",
  roles: "Rollen",
  state: "Status",
  created: "Angelegt",
  none: "keine",
  operator: "Betreiber",
  developer: "Entwickler",
  noEmail: "ohne E-Mail",
  unverified: "nicht bestätigt",
  unverifiedHint:
    "Diese E-Mail-Adresse ist nicht bestätigt. Bis dahin kann das Konto keine Rollen erhalten und keine Apps einreichen. Laden Sie die Adresse ein, oder markieren Sie sie als bestätigt, wenn Sie den Inhaber des Kontos kennen.",
  verifyEmail: "Als bestätigt markieren",
  noneYet: "Es gibt noch keine Konten.",
  password: "Meldet sich an mit",
  passwordSignIn: "einem Passwort",
  externalSignIn: "der Anmeldung der Plattform (oder noch nie angemeldet)",
  merchants: "Geschäfte",
  merchantsNone: "Keine Geschäfte.",
  apps: "Apps",
  audit: "Audit-Protokoll",
  rolesHint: "Betreiber prüfen Apps und verwalten die Plattform. Entwickler reichen Apps ein.",
  saveRoles: "Rollen speichern",
  ownAccount: "Das ist Ihr eigenes Konto.",
  suspend: "Sperren",
  suspendHint:
    "Das Konto wird abgemeldet und kann sich nicht mehr anmelden. Apps, die es verbunden hat, funktionieren weiter.",
  resume: "Entsperren",
  invite: "Person einladen",
  inviteSubmit: "Einladung erstellen",
  inviteTitle: "Neue Einladung",
};
