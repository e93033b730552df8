import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the start page, in German. */
export const de: typeof en = {
  title: "Willkommen",
  lead: (platform) =>
    `Verbinden Sie Apps mit Ihrem Shop bei ${platform}. Sie entscheiden, was jede App sehen und tun darf, und können sie jederzeit deinstallieren.`,
  greeting: (name) => `Guten Tag, ${name}`,
  connectedText: "Sehen Sie, welche Apps Zugriff auf Ihre Daten haben, und pausieren oder deinstallieren Sie sie.",
  connectedOpen: "Verbundene Apps ansehen",
  portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen verwalten.",
  portalOpen: "Entwicklerportal öffnen",
  consoleText: "Apps prüfen und die Plattform verwalten.",
  consoleOpen: "Konsole öffnen",
  merchants: "Ihre Shops",
  merchantsNone: "Ihr Konto gehört noch zu keinem Shop. Bitten Sie einen Inhaber des Shops um eine Einladung.",
  merchantsMore: (count) => `Es werden die ersten ${count} angezeigt.`,
  apps: (count) => plural(count, { one: "1 verbundene App", other: "# verbundene Apps" }),
  noApps: "Keine verbundenen Apps",
  needsAttention: "Handlungsbedarf",
  paused: (count) => plural(count, { one: "1 App pausiert", other: "# Apps pausiert" }),
  allActive: "Alle Apps aktiv",
  needsYou: (count) => plural(count, { one: "1 offene Aufgabe", other: "# offene Aufgaben" }),
  moreTasks: (count) => plural(count, { one: "Und 1 weitere.", other: "Und # weitere." }),
  nothingToDo: "Keine offenen Aufgaben",
  noReviews: "Keine App wartet auf Prüfung.",
  inReview: (count) => plural(count, { one: "1 App wird gerade geprüft.", other: "# Apps werden gerade geprüft." }),
  tasks: {
    reviews: (count) => plural(count, { one: "1 App wartet auf Prüfung", other: "# Apps warten auf Prüfung" }),
    waiting: (count) => (count === 1 ? "Eingereicht:" : "Die älteste eingereicht:"),
    secondFactor: "Bestätigung in zwei Schritten einrichten",
    secondFactorMore: "Betreiber brauchen sie für die Konsole",
    ownReview: "Ihre Prüfung abschließen",
    claimed: "Übernommen:",
    returned: (app) => `${app} ändern und neu einreichen`,
    returnedMore: "Änderungen wurden angefordert",
    connectAgain: (app) => `${app} erneut verbinden`,
    expired: (day) => `Zugriff${day === "" ? "" : ` am ${day}`} abgelaufen`,
    finish: (app) => `Verbindung abschließen: ${app}`,
    finishMore: "erlaubt, aber noch nicht verbunden",
    noAccess: (app) => `Ansehen, warum ${app} keinen Zugriff hat`,
    suspended: (platform) => `von ${platform} gesperrt`,
    rejected: (platform) => `von ${platform} in der Prüfung abgelehnt`,
    paused: "vom Entwickler pausiert",
  },
  connectHint:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App. Ohne Ihre Erlaubnis wird nichts freigegeben.",
  merchantsHeading: "Für Shops",
  headline: (platform) => `Apps für Ihren Shop bei ${platform}`,
  steps: [
    ["Installationslink einer App öffnen", "Sie bekommen ihn vom Entwickler oder beginnen in der App."],
    ["Lesen, worum sie bittet", "Sie sehen, wer die App anbietet, und jede Berechtigung in klaren Worten."],
    [
      "Entscheiden, auch später noch",
      "Ohne Ihre Erlaubnis wird nichts freigegeben. Pausieren oder deinstallieren Sie Apps jederzeit.",
    ],
  ],
  developers: "Für Entwickler",
  developersText:
    "Bieten Sie Ihre App den Geschäften auf dieser Plattform an: mit einem Schnellstart in vier Sprachen, Testgeschäften und einer Prüfung, bevor es losgeht.",
  signUp: "Entwicklerkonto anlegen",
  metadata: "OAuth-Metadaten des Servers",
  operator: "Betreiber",
  developer: "Entwickler",
};
