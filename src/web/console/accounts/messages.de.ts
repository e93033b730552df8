import type { en } from "./messages.en.ts";

/** Texts of the accounts, in German. */
export const de: typeof en = {
  title: "Konten",
  search: "Name, E-Mail oder Kennung",
  email: "E-Mail",
  name: "Name",
  id: "Kennung des Kontos",
  roles: "Rollen",
  state: "Status",
  created: "Angelegt",
  none: "Keine",
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
  teams: "Team",
  relation: "Beziehung",
  inThisTeam: "Arbeitet in diesem Team",
  inOtherTeam: "Team, in dem dieses Konto arbeitet",
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
  done: {
    roles: "Rollen gespeichert.",
    "verify-email": "E-Mail-Adresse als bestätigt markiert. Das Konto kann jetzt Rollen erhalten und Apps einreichen.",
    suspend: "Konto gesperrt. Es ist abgemeldet und kann sich nicht anmelden.",
    resume: "Konto entsperrt. Es kann sich wieder anmelden.",
    "reset-two-step":
      "Die Bestätigung in zwei Schritten ist zurückgesetzt. Das Konto ist abgemeldet und meldet sich mit dem Passwort an.",
  },
  resetLink: "Link für ein neues Passwort",
  resetLinkHint: "Für ein Konto, dessen Inhaber das Passwort vergessen hat. Prüfen Sie, wer danach fragt.",
  createResetLink: "Link erstellen",
  resetLinkMade: (email) =>
    `Geben Sie diesen Link auf einem vertrauenswürdigen Weg an ${email} weiter. Er funktioniert einmal, 24 Stunden lang, und wird nur jetzt gezeigt.`,
  resetLinkShown: "Der Link wurde einmal gezeigt. Ging er verloren, erstellen Sie einen neuen.",
  twoStep: "Bestätigung in zwei Schritten",
  resetTwoStep: "Bestätigung in zwei Schritten zurücksetzen",
  resetTwoStepHint:
    "Für ein Konto, dessen Inhaber Handy oder Passkey und alle Wiederherstellungscodes verloren hat. Prüfen Sie, wer danach fragt.",
  resetTwoStepEffect:
    "Alle Passkeys, die Authentifizierungs-App und die Wiederherstellungscodes werden entfernt, und das Konto wird überall abgemeldet.",
  backToAccount: "Zurück zum Konto",
  invite: "Person einladen",
  inviteSubmit: "Einladung erstellen",
  inviteTitle: "Neue Einladung",
};
