import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the accounts, in German. */
export const de: typeof en = {
  title: "Konten",
  search: "Name, E-Mail, Kennung",
  email: "E-Mail",
  name: "Name",
  id: "Kennung des Kontos",
  roles: "Rollen",
  state: "Status",
  actions: "Aktionen",
  created: "Angelegt",
  person: "Konto",
  group: "Konten",
  groups: {
    operators: "Betreiber",
    developers: "Entwickler",
    suspended: "Gesperrt",
    unprotected: "Betreiber ohne zweiten Faktor",
  },
  twoStepShort: "Zweiter Faktor",
  twoStepOn: "Ein",
  twoStepOff: "Aus",
  lastSignIn: "Letzte Anmeldung",
  neverSignedIn: "Nie",
  none: "Keine",
  operator: "Betreiber",
  developer: "Entwickler",
  noEmail: "ohne E-Mail",
  unverified: "nicht bestätigt",
  unverifiedHint:
    "Diese E-Mail-Adresse ist nicht bestätigt. Bis zur Bestätigung kann das Konto keine Rollen erhalten und keine Apps einreichen. Laden Sie die Adresse ein, oder markieren Sie sie als bestätigt, wenn Sie den Inhaber des Kontos kennen.",
  verifyEmail: "Als bestätigt markieren",
  noneYet: "Es gibt noch keine Konten.",
  password: "Anmeldung",
  passwordSignIn: "Passwort",
  externalSignIn: "Anmeldung der Plattform (oder noch nie angemeldet)",
  teams: "Team",
  relation: "Beziehung",
  inThisTeam: "Arbeitet in diesem Team",
  inOtherTeam: "Team, in dem dieses Konto arbeitet",
  merchants: "Geschäfte",
  merchantsNone: "Keine Geschäfte.",
  apps: "Apps",
  audit: "Audit-Protokoll",
  roleHints: {
    operator: "Voller Zugriff auf diese Konsole: prüft Apps und verwaltet die Plattform.",
    developer: "Legt im Entwicklerportal Apps an und reicht sie ein.",
  },
  ownOperator: "Ihrem eigenen Konto können Sie diese Rolle nicht entziehen. Bitten Sie einen anderen Betreiber.",
  noSecondStep: "Dieses Konto hat keine Bestätigung in zwei Schritten.",
  saveRoles: "Rollen speichern",
  ownAccount: "Das ist Ihr eigenes Konto.",
  suspend: "Sperren",
  suspendHint:
    "Meldet das Konto überall ab und verhindert neue Anmeldungen. Apps, die es verbunden hat, funktionieren weiter.",
  suspendMerchants: (count, isMinimum) =>
    count === 0
      ? "Es ist in keinem Geschäft Mitglied."
      : plural(count, {
          one: "Es ist in 1 Geschäft Mitglied, das seine Apps behält.",
          other: `Es ist in ${isMinimum ? "mindestens " : ""}# Geschäften Mitglied, die ihre Apps behalten.`,
        }),
  suspendTeam: (count) =>
    plural(count, {
      one: "1 weiteres Mitglied seines Teams verliert den Zugriff auf die Apps des Teams.",
      other: "# weitere Mitglieder seines Teams verlieren den Zugriff auf die Apps des Teams.",
    }),
  suspendShown: "Grund und Erläuterung sehen nur Betreiber.",
  suspendSubmit: "Konto sperren",
  resume: "Entsperren",
  closedByOwner:
    "Der Inhaber hat dieses Konto endgültig geschlossen. Die Anmeldung, die E-Mail-Adresse und die Mitgliedschaften sind gelöscht.",
  resumeHint: "Erlaubt dem Konto, sich wieder anzumelden.",
  done: {
    roles: "Rollen gespeichert.",
    "verify-email": "E-Mail-Adresse als bestätigt markiert. Das Konto kann jetzt Rollen erhalten und Apps einreichen.",
    suspend: "Konto gesperrt. Es ist abgemeldet und kann sich nicht anmelden.",
    resume: "Konto entsperrt. Es kann sich wieder anmelden.",
    "reset-two-step":
      "Die Bestätigung in zwei Schritten ist zurückgesetzt. Das Konto ist abgemeldet und meldet sich mit dem Passwort an.",
  },
  ownSecurity: "Passwort und Bestätigung in zwei Schritten",
  ownSecurityHint: "Die Ihres eigenen Kontos ändern Sie auf dessen Sicherheitsseite.",
  openSecurity: "Sicherheitsseite öffnen",
  resetLink: "Link für ein neues Passwort",
  resetLinkHint:
    "Für ein Konto, dessen Inhaber das Passwort vergessen hat. Prüfen Sie vorher die Identität der Person.",
  createResetLink: "Link erstellen",
  resetLinkMade: (email) =>
    `Geben Sie diesen Link auf einem vertrauenswürdigen Weg an ${email} weiter. Er funktioniert nur einmal, läuft nach 24 Stunden ab und wird nur jetzt angezeigt.`,
  resetLinkShown: "Der Link wurde nur einmal angezeigt. Ging er verloren, erstellen Sie einen neuen.",
  twoStep: "Bestätigung in zwei Schritten",
  resetTwoStep: "Bestätigung in zwei Schritten zurücksetzen",
  resetTwoStepHint:
    "Für ein Konto, dessen Inhaber Handy oder Passkey und alle Wiederherstellungscodes verloren hat. Prüfen Sie vorher die Identität der Person.",
  resetTwoStepEffect:
    "Alle Passkeys, die Authentifizierungs-App und die Wiederherstellungscodes werden entfernt, und das Konto wird überall abgemeldet.",
  backToAccount: "Zurück zum Konto",
  invite: "Person einladen",
  inviteHint: (mail) =>
    `Die nächste Seite zeigt den Link einmal. Er gilt einmal und läuft nach 7 Tagen ab. ${mail ? "Die Person erhält den Link auch per E-Mail." : "Es wird keine E-Mail gesendet: Geben Sie den Link selbst weiter."}`,
  inviteSubmit: "Einladung erstellen",
  inviteTitle: "Neue Einladung",
};
