import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the start page, in German. */
export const de: typeof en = {
  title: "Willkommen",
  lead: (platform) =>
    `Bei ${platform} entscheidet jeder Shop, welche Apps seine Daten nutzen dürfen, und kann sie jederzeit stoppen.`,
  greeting: (name) => `Guten Tag, ${name}`,
  connectedText: "Sehen Sie, welche Apps Zugriff auf Ihre Daten haben, und pausieren oder deinstallieren Sie sie.",
  connectedOpen: "Verbundene Apps ansehen",
  portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen verwalten.",
  portalOpen: "Entwicklerportal öffnen",
  consoleText: "Apps prüfen und die Plattform verwalten.",
  consoleOpen: "Konsole öffnen",
  dashboardOpen: "Übersicht öffnen",
  merchants: "Ihre Shops",
  merchantsNone: "Ihr Konto gehört noch zu keinem Shop. Bitten Sie einen Inhaber des Shops um eine Einladung.",
  merchantsMore: (count) => `Es werden die ersten ${count} angezeigt.`,
  apps: (count) => plural(count, { one: "1 verbundene App", other: "# verbundene Apps" }),
  noApps: "Keine verbundenen Apps",
  needsAttention: "Handlungsbedarf",
  paused: (count) => plural(count, { one: "1 App pausiert", other: "# Apps pausiert" }),
  allActive: "Alle Apps aktiv",
  moreTasks: (count) => plural(count, { one: "Und 1 weitere.", other: "Und # weitere." }),
  nothingToDo: "Keine offenen Aufgaben",
  noReviews: "Keine App wartet auf Prüfung.",
  inReview: (count) => plural(count, { one: "1 App wird gerade geprüft.", other: "# Apps werden gerade geprüft." }),
  tasks: {
    secondFactor: "Bestätigung in zwei Schritten einrichten",
    secondFactorMore: "Betreiber brauchen sie für die Konsole",
    ownReview: (app) => `Prüfung von ${app} abschließen`,
    claimEnds: "Übernahme endet",
    openReview: "Prüfung öffnen",
    returned: (app) => `${app} ändern und erneut einreichen`,
    returnedMore: "Änderungen wurden angefordert",
    connectAgain: (app) => `${app} erneut verbinden`,
    expired: (day) => `Zugriff${day === "" ? "" : ` am ${day}`} abgelaufen`,
    revoked: (day) => `Zugriff${day === "" ? "" : ` am ${day}`} widerrufen`,
    finish: (app) => `Verbindung abschließen: ${app}`,
    finishMore: "erlaubt, aber noch nicht verbunden",
    noAccess: (app) => `Ansehen, warum ${app} keinen Zugriff hat`,
    suspended: (platform) => `von ${platform} gesperrt`,
    rejected: (platform) => `von ${platform} in der Prüfung abgelehnt`,
    paused: "vom Entwickler pausiert",
  },
  connectHint:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App. Den Link bekommen Sie vom Entwickler der App. Ohne Ihre Erlaubnis wird nichts weitergegeben.",
  headline: (platform) => `Apps für Ihren Shop bei ${platform}`,
  shops: {
    title: "Ich betreibe einen Shop",
    text: "Sehen Sie, welche Apps mit Ihrem Shop verbunden sind und was jede von ihnen tun darf.",
    points: [
      "Apps jederzeit pausieren oder deinstallieren",
      "Jede Berechtigung in klaren Worten lesen",
      "Ihr Team einladen",
    ],
    hint: "Neu hier? Ein Inhaber des Shops kann Sie einladen.",
  },
  developers: {
    title: "Ich entwickle Apps",
    text: (platform) => `Bieten Sie Ihre App den Geschäften bei ${platform} an.`,
    points: [
      "Ein Schnellstart mit curl, JavaScript, Python oder Go",
      "Testgeschäfte, um Ihre App auszuprobieren",
      "Eine Prüfung, bevor es losgeht",
    ],
    hint: "Sie haben schon ein Konto?",
    signIn: "Im Entwicklerportal anmelden",
  },
  docs: "Dokumentation lesen",
  how: "So verbindet ein Shop eine App",
  steps: [
    ["Installationslink der App öffnen", "Sie bekommen ihn vom Entwickler oder beginnen in der App."],
    ["Lesen, worum sie bittet", "Sie sehen, wer die App anbietet, und jede Berechtigung in klaren Worten."],
    [
      "Entscheiden, was Sie erlauben",
      "Ohne Ihre Erlaubnis wird nichts weitergegeben. Sie können sich später umentscheiden.",
    ],
  ],
  signUp: "Konto anlegen",
  operator: "Betreiber",
  developer: "Entwickler",
};
