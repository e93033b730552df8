import type { en } from "./messages.en.ts";

/** Texts of the account page, in German. */
export const de: typeof en = {
  title: "Profil",
  lead: "Wer Sie sind, wo Sie arbeiten und was wir Ihnen senden.",
  name: "Name",
  nameHint: "Sichtbar für Personen, mit denen Sie arbeiten.",
  nameHintDeveloper: "Sichtbar für Personen, mit denen Sie arbeiten, und für Geschäfte als Entwickler Ihrer Apps.",
  nameSubmit: "Namen ändern",
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  nameCharacters: "Entfernen Sie Steuerzeichen und Zeichen, die die Schreibrichtung ändern.",
  nameInUse: (platform) => `Dieser Name gehört zur Prüfung Ihrer Apps. Bitten Sie ${platform}, ihn zu ändern.`,
  nameExternal: (platform) => `Ihr Name stammt aus dem Login von ${platform}. Ändern Sie ihn dort.`,
  nameChanged: "Ihr Name wurde geändert.",
  password: "Passwort",
  unverified: (platform) =>
    `Ihre E-Mail-Adresse ist noch nicht bestätigt. Bitten Sie ${platform}, sie zu bestätigen oder Sie einzuladen. Bis dahin erhalten Sie keine neuen Rollen und können keine Apps einreichen. Nimmt eine andere Person eine Einladung an diese Adresse an, geht die Adresse an ihr Konto über.`,
  unverifiedByMail:
    "Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in unserer E-Mail. Haben Sie keine, senden Sie jetzt einen Link. Bis dahin erhalten Sie keine neuen Rollen und können keine Apps einreichen.",
  sendLink: "Link senden",
  linkSent:
    "Ein Link ist unterwegs. Öffnen Sie ihn innerhalb von 24 Stunden. In einem anderen Browser melden Sie sich zuerst an.",
  email: "E-Mail-Adresse",
  emailPurpose: "Zum Anmelden und für Nachrichten zu Ihrem Konto.",
  emailVerified: "Adresse bestätigt",
  emailUnverified: "Nicht bestätigt",
  locked: "Bestätigen Sie vor einer Änderung, dass Sie es sind.",
  unlock: "Identität bestätigen",
  changeEmail: "E-Mail-Adresse ändern",
  emailHint: "Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich, wenn Sie ihn öffnen und bestätigen.",
  newEmail: "Neue E-Mail-Adresse",
  emailSubmit: "Link senden",
  emailVerifiedNow: "Ihre E-Mail-Adresse ist bestätigt.",
  emailChanged: (email) => `Ihre Adresse ist jetzt ${email}.`,
  emailUnchanged: "Das ist bereits Ihre Adresse.",
  linkSentTo: (email) =>
    `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn innerhalb von 24 Stunden. In einem anderen Browser melden Sie sich zuerst an.`,
  waiting: (email) => `Wartet auf die Bestätigung von ${email}. Bis dahin bleibt Ihre Adresse, wie sie ist.`,
  resend: "Erneut senden",
  cancelChange: "Änderung abbrechen",
  noChange: (email) => `Keine Änderung wartet auf Bestätigung. Ihre Adresse ist ${email}.`,
  changeCancelled: (email) => `Die Änderung wurde abgebrochen. Ihre Adresse ist weiterhin ${email}.`,
  lostEmail:
    "Dieses Konto hat keine E-Mail-Adresse mehr: Die Adresse wurde für ein anderes Konto bestätigt. Nach dem Ende dieser Sitzung können Sie sich mit diesem Konto nicht mehr anmelden. Registrieren Sie sich mit einer eigenen Adresse, um weiterzuarbeiten.",
  language: "Sprache",
  languagePurpose:
    "Für Seiten in diesem Browser und Nachrichten an Sie. Melden Sie sich in einer anderen Sprache an, gilt danach diese.",
  languageSubmit: "Sprache ändern",
  languageChanged: "Ihre Sprache wurde geändert.",
  access: {
    title: "Shops und Teams",
    purpose: "Wo Sie arbeiten und welche Rolle Sie dort haben.",
    operator: "Betreiber",
    team: "Entwicklerteam",
    ownTeam: "Ihr Entwicklerteam",
    shop: "Shop",
    none: "Sie arbeiten noch in keinem Shop oder Team. Ein Inhaber kann Sie mit Ihrer E-Mail-Adresse einladen.",
    allShops: "Alle Shops zeigen",
  },
  messages: {
    title: "Nachrichten",
    purpose:
      "Was wir Ihnen per E-Mail senden. Diese Nachrichten schützen Ihr Konto und sind deshalb immer eingeschaltet.",
    languages: { en: "auf Englisch", de: "auf Deutsch" },
    kinds: "Arten von Nachrichten",
    off: (platform) => `${platform} sendet keine E-Mails.`,
    signIn: ["Neue Anmeldungen", "Wenn Ihr Konto auf einem neuen Gerät oder in einem neuen Netz benutzt wird."],
    changes: [
      "Änderungen an der Sicherheit",
      "Wenn sich Passwort, E-Mail-Adresse, Passkeys, Authentifizierungs-App oder Wiederherstellungscodes ändern oder Ihr Konto geschlossen wird.",
    ],
    links: [
      "Links und Einladungen",
      "Für ein neues Passwort, zum Bestätigen einer Adresse oder zur Annahme einer Einladung.",
    ],
    apps: [
      "Ihre Apps",
      "Ergebnisse von Prüfungen, ablaufende Secrets, doppelt benutzte Tokens und angehaltene Webhooks.",
    ],
    submittedApps: ["Ihre Apps", "Ergebnisse der Prüfungen von Apps, die Sie einreichen."],
    unverified:
      "Nachrichten zu neuen Anmeldungen, zweiten Faktoren und Apps senden wir nur an eine bestätigte Adresse.",
  },
  current: "Aktuelles Passwort",
  currentRequired: "Geben Sie Ihr aktuelles Passwort ein.",
  newPassword: "Neues Passwort",
  submit: "Passwort ändern",
  wrongPassword: "Das ist nicht Ihr aktuelles Passwort.",
};
