import type { en } from "./messages.en.ts";

/** Texts of the security page, in German. */
export const de: typeof en = {
  navigation: "Ihr Konto",
  account: "Profil",
  title: "Sicherheit",
  lead: "Wie Sie sich anmelden und wo Sie angemeldet sind.",
  sessions: "Wo Sie angemeldet sind",
  sessionsHint:
    "Melden Sie ein Gerät ab, das Sie nicht mehr nutzen oder nicht kennen, und ändern Sie dann Ihr Passwort.",
  browserOn: (browser, system) => `${browser} auf ${system}`,
  unknownDevice: "Unbekanntes Gerät",
  thisDevice: "Dieses Gerät",
  network: "Netzwerk",
  lastUsed: "Zuletzt genutzt",
  signedIn: "Angemeldet",
  end: "Abmelden",
  endLabel: (device) => `${device} abmelden`,
  endOthers: "Alle anderen Geräte abmelden",
  ended: "Das Gerät ist abgemeldet.",
  endedOthers: "Alle anderen Geräte sind abgemeldet.",
  twoStep: "Bestätigung in zwei Schritten",
  twoStepHint:
    "Nach dem Passwort benutzen Sie zusätzlich einen Passkey oder geben einen Code aus einer App auf Ihrem Handy ein. Ein gestohlenes Passwort reicht dann nicht für die Anmeldung.",
  external:
    "Die Anmeldung der Plattform bestimmt, wie Sie sich anmelden. Richten Sie die Bestätigung in zwei Schritten dort ein.",
  required:
    "Betreiberkonten brauchen die Bestätigung in zwei Schritten. Richten Sie sie ein, um die Konsole zu öffnen.",
  requiredNow: "Bestätigen Sie in dieser Sitzung Ihren zweiten Faktor, um die Konsole zu öffnen.",
  on: "Ein",
  off: "Aus",
  app: "Authentifizierungs-App",
  appHint: "Zum Beispiel Google Authenticator, Microsoft Authenticator, 1Password oder Aegis.",
  appSince: "Eingerichtet",
  setUpApp: "Authentifizierungs-App einrichten",
  remove: "Entfernen",
  removeApp: "Authentifizierungs-App entfernen",
  removeAppEffect: "Die Codes der App gelten dann nicht mehr. Sie können jederzeit wieder eine App einrichten.",
  removeLastEffect:
    "Das ist Ihr einziger zweiter Faktor: Die Anmeldung in zwei Schritten wird ausgeschaltet, und Ihre Wiederherstellungscodes gelten nicht mehr.",
  passkeys: "Passkeys",
  passkeysHint:
    "Melden Sie sich mit Fingerabdruck, Gesicht, der PIN Ihres Geräts oder einem Sicherheitsschlüssel an, auch ohne Passwort.",
  passkeysUnsupported: "Dieser Browser unterstützt keine Passkeys, oder JavaScript ist ausgeschaltet.",
  addPasskey: "Passkey hinzufügen",
  passkeyLead:
    "Ihr Browser bittet Sie um eine Bestätigung mit Fingerabdruck, Gesicht, der PIN Ihres Geräts oder einem Sicherheitsschlüssel.",
  passkeyName: "Name",
  passkeyNameHint:
    "Damit Sie den Passkey später erkennen, zum Beispiel das Gerät oder der Passwortmanager, der ihn speichert.",
  passkeyNameInvalid: "Geben Sie einen Namen mit 1 bis 60 Zeichen ein.",
  passkeySince: "Hinzugefügt",
  neverUsed: "Noch nicht genutzt",
  removePasskey: (name) => `Passkey ${name} entfernen`,
  removePasskeyEffect:
    "Sie können sich mit diesem Passkey nicht mehr anmelden. Löschen Sie ihn danach auch auf dem Gerät oder im Passwort-Manager, der ihn speichert.",
  passkeyFailed: "Der Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
  passkeyKnown: "Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.",
  passkeyLate: "Die Seite war zu lange offen. Versuchen Sie es noch einmal.",
  passkeyRefused:
    "Der Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
  usePasskey: "Passkey benutzen",
  usePasskeyInstead: "Stattdessen einen Passkey benutzen",
  passkeyAdded: "Der Passkey wurde hinzugefügt.",
  passkeyRemoved: "Der Passkey wurde entfernt.",
  codes: "Wiederherstellungscodes",
  codesLeft: (count) =>
    count === 0
      ? "Es gibt keine unbenutzten Codes mehr."
      : count === 1
        ? "1 unbenutzter Code ist übrig."
        : `${count} unbenutzte Codes sind übrig.`,
  newCodes: "Neue Codes erstellen",
  setUpTitle: "Authentifizierungs-App einrichten",
  scan: "Scannen Sie diesen QR-Code mit der App.",
  qrLabel: "QR-Code für die Authentifizierungs-App",
  typeSecret: "Sie können ihn nicht scannen? Geben Sie stattdessen diesen Schlüssel in der App ein:",
  secretLabel: "Schlüssel",
  enterCode: "Geben Sie die sechs Ziffern ein, die die App zeigt.",
  code: "Code",
  codeHint: "Sechs Ziffern",
  confirm: "Einschalten",
  cancel: "Abbrechen",
  wrongCode: "Der Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten Code und geben Sie diesen ein.",
  codesTitle: "Ihre Wiederherstellungscodes",
  codesLead:
    "Mit jedem Code können Sie sich einmal ohne Handy oder Passkey anmelden. Drucken Sie sie aus oder speichern Sie sie in einem Passwortmanager. Sie werden nur jetzt gezeigt. Früher erstellte Codes gelten nicht mehr.",
  downloadCodes: "Herunterladen",
  codesDone: "Ich habe sie gespeichert",
  confirmTitle: "Bestätigen Sie, dass Sie es sind",
  confirmLead: "Dieser Schritt betrifft den Schutz eines Kontos. Bestätigen Sie zuerst Ihre Identität.",
  signInAgain: "Dieser Schritt betrifft den Schutz eines Kontos. Melden Sie sich zuerst noch einmal an.",
  confirmSubmit: "Weiter",
  recoveryCode: "Wiederherstellungscode",
  useRecoveryCode: "Stattdessen einen Wiederherstellungscode benutzen",
  useApp: "Stattdessen die Authentifizierungs-App benutzen",
  wrongRecoveryCode: "Dieser Code ist falsch oder wurde schon benutzt.",
  wrongPassword: "Das Passwort ist falsch.",
  added: "Die Bestätigung in zwei Schritten ist eingeschaltet.",
  removed: "Die Authentifizierungs-App wurde entfernt.",
  confirmed: "Ihre Identität ist bestätigt. Sie können jetzt fortfahren.",
};
