import type { en, signOut as enSignOut } from "./messages.en.ts";

/** Texts of the sign-in page, in German. */
export const de: typeof en = {
  title: "Anmelden",
  lead: (platform) => `Melden Sie sich mit Ihrem Konto bei ${platform} an, um fortzufahren.`,
  toInvitation: (platform) => `Melden Sie sich mit Ihrem Konto bei ${platform} an, um auf die Einladung zu antworten.`,
  toVerify: (platform) => `Melden Sie sich mit Ihrem Konto bei ${platform} an, um Ihre E-Mail-Adresse zu bestätigen.`,
  toConnect: {
    heading: (app, platform) => `Bei ${platform} anmelden, um ${app} zu verbinden`,
    headingAny: (platform) => `Bei ${platform} anmelden, um eine App zu verbinden`,
    continueAs: (app) => `${app} mit diesem Konto verbinden?`,
  },
  ownAccount: (platform, app) => `Verwenden Sie Ihr Konto bei ${platform}, nicht Ihr Konto bei ${app}.`,
  ownAccountAny: (platform) => `Verwenden Sie Ihr Konto bei ${platform}.`,
  untilAllowed: "Ohne Ihre Erlaubnis wird nichts weitergegeben.",
  invited: (platform) => `Kein Konto? Bitten Sie einen Inhaber Ihres Shops oder ${platform} um eine Einladung.`,
  confirmTitle: "Bestätigen Sie, dass Sie es sind",
  reauthenticate: "Melden Sie sich zur Sicherheit noch einmal an, um fortzufahren.",
  formLost:
    "Sie waren abgemeldet, deshalb wurde Ihr letzter Schritt nicht gespeichert. Melden Sie sich an und wiederholen Sie ihn.",
  formKept:
    "Sie waren abgemeldet, deshalb wurde Ihr letzter Schritt nicht gespeichert. Melden Sie sich mit Ihrem Passwort oder einem Passkey an, dann sind Ihre Eingaben wieder da.",
  email: "E-Mail",
  password: "Passwort",
  submit: "Anmelden",
  forgot: "Passwort vergessen?",
  or: "oder",
  notConfigured: "Auf diesem Server ist noch keine Anmeldung eingerichtet.",
  signUp: "Neu hier? Entwicklerkonto anlegen",
  signedInTitle: "Sie sind angemeldet",
  keptEffect: "Ihre Eingaben sind noch nicht gespeichert. Fahren Sie fort, um sie im Formular zu sehen.",
  notKept: "Sie haben sich mit einem anderen Konto angemeldet. Die Eingaben des ersten Kontos wurden nicht behalten.",
  keptContinue: "Mit den Eingaben fortfahren",
  otherAccount: "Mit einem anderen Konto anmelden",
  continueAs: "Mit diesem Konto fortfahren",
  continueTo: {
    start: "Weiter zur Startseite.",
    connectedApps: "Weiter zu Ihren verbundenen Apps.",
    page: "Weiter zu der Seite, die Sie geöffnet haben.",
  },
  wrongCredentials: "Die E-Mail-Adresse oder das Passwort ist falsch, oder das Konto kann sich nicht anmelden.",
  withPasskey: "Mit Passkey anmelden",
  wrongPasskey:
    "Dieser Passkey gehört hier zu keinem Konto oder konnte nicht geprüft werden. Melden Sie sich auf einem anderen Weg an.",
  emailRequired: "Geben Sie Ihre E-Mail-Adresse ein.",
  passwordRequired: "Geben Sie Ihr Passwort ein.",
  throttled: (wait) => `Zu viele Versuche. Warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
  throttledWait: (wait) => `Warten Sie ${wait}, bevor Sie wieder ein Passwort eingeben.`,
  possibleAgain: "Wieder möglich um",
  throttledPasskey: "Ein Passkey funktioniert sofort.",
  throttledReset: "Passwort vergessen?",
  resetLink: "Setzen Sie es inzwischen zurück",
  secondTitle: "Bestätigung in zwei Schritten",
  signingInAs: "Anmeldung als",
  notYou: "Nicht Sie?",
  secondApp: "Geben Sie den Code ein, den Ihre Authentifizierungs-App zeigt.",
  secondPasskey: "Bestätigen Sie mit Ihrem Passkey, dass Sie es sind.",
  secondRecovery: "Geben Sie einen Ihrer Wiederherstellungscodes ein. Er gilt einmal.",
  secondLost: (platform) =>
    `Handy, Passkey und Wiederherstellungscodes verloren? ${platform} kann die Bestätigung in zwei Schritten abschalten, nachdem geklärt ist, dass das Konto Ihnen gehört.`,
  secondExpired:
    "Die Anmeldung hat zu lange gedauert, oder es wurden zu viele falsche Codes eingegeben. Melden Sie sich noch einmal an.",
  startAgain: "Von vorn beginnen",
  throttledTitle: "Zu viele Versuche",
  externalFailed: (label) =>
    `„${label}“ wurde abgebrochen oder ist fehlgeschlagen. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an, wenn Ihr Konto das erlaubt.`,
};

/** Texts of the sign-out page, in German. */
export const signOut: typeof enSignOut = {
  title: "Abmelden",
  signedInAs: (who) => `Sie sind als ${who} angemeldet.`,
  effect: "Abgemeldet wird nur dieses Gerät. Verbundene Apps funktionieren weiter.",
  submit: "Abmelden",
  cancel: "Angemeldet bleiben",
  otherAccount: "Konto wechseln",
  thenConnect: "Melden Sie sich ab und fahren Sie mit dem anderen Konto fort.",
  signedOut: "Sie sind abgemeldet.",
};
