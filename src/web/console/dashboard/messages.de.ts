import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the dashboard, in German. */
export const de: typeof en = {
  title: "Übersicht",
  lead: (time) => `Stand ${time} UTC, für die ganze Plattform. Alle Zeiten sind in UTC.`,
  allGood: "Keine offenen Aufgaben",
  allGoodText:
    "Die Warteschlange ist leer, und in den nächsten 24 Stunden läuft kein Secret und kein Schlüssel ab. In den letzten 24 Stunden wurde kein Refresh-Token wiederverwendet, und keine Anfrage scheiterte an einem internen Fehler oder Ausfall.",
  needsYou: (count) => plural(count, { one: "1 offene Aufgabe", other: "# offene Aufgaben" }),
  reviews: (count) => plural(count, { one: "1 App wartet auf Prüfung", other: "# Apps warten auf Prüfung" }),
  oldest: "Längste Wartezeit:",
  inReview: (count) => plural(count, { one: "1 App wird geprüft.", other: "# Apps werden geprüft." }),
  reuses: (count) =>
    plural(count, { one: "1 Refresh-Token wurde wiederverwendet", other: "# Refresh-Tokens wurden wiederverwendet" }),
  reusesMore: (count) => `In den letzten 24 Stunden. ${count} in den letzten 30 Tagen.`,
  failed: (count) =>
    plural(count, {
      one: "1 Anfrage scheiterte an einem internen Fehler oder Ausfall",
      other: "# Anfragen scheiterten an einem internen Fehler oder Ausfall",
    }),
  failedMore: (count) => `In den letzten 24 Stunden. ${count} in den letzten 30 Tagen.`,
  rateRisen: (rate, usual) => `Fehlerrate in 24 Stunden: ${rate}, über den üblichen ${usual}`,
  worstApp: "Die meisten abgelehnten Refreshes heute und gestern:",
  acts: {
    review: "Prüfung beginnen",
    errors: "Fehler ansehen",
    reuses: "Ereignisse ansehen",
    expiring: "Zugangsdaten ansehen",
  },
  queue: "Warteschlange",
  expiringDay: (count) =>
    plural(count, {
      one: "1 Secret oder Schlüssel läuft innerhalb von 24 Stunden ab",
      other: "# Secrets und Schlüssel laufen innerhalb von 24 Stunden ab",
    }),
  expiringMore: (count) => `${count} innerhalb von 30 Tagen.`,
  activity: "Aktivität",
  period: "Zeitraum",
  hours: "Letzte 24 Stunden",
  week: "Letzte 7 Tage",
  days: "Letzte 30 Tage",
  short: { hours: "24 Stunden", week: "7 Tage", days: "30 Tage", chosen: "Eigener" },
  between: (from, to) => `${from} – ${to}`,
  from: "Von (UTC)",
  to: "Bis einschließlich (UTC)",
  show: "Anzeigen",
  periodErrors: {
    DATE: "Geben Sie einen Tag ein.",
    TOO_OLD: "Geben Sie einen Tag der letzten 365 Tage ein.",
    FUTURE: "Geben Sie heute oder einen früheren Tag ein.",
    ORDER: "Geben Sie einen Tag ein, der nicht vor dem ersten liegt.",
    TOO_MANY_DAYS: "Wählen Sie höchstens 92 Tage.",
  },
  hour: "Stunde",
  day: "Tag",
  installs: "Installationen",
  uninstalls: "Deinstallationen",
  tokens: "Ausgestellte Tokens",
  failures: "Abgelehnte Refreshes",
  reuse: "Wiederverwendete Refresh-Tokens",
  installsUnit: "Installationen",
  uninstallsUnit: "Deinstallationen",
  tokensUnit: "ausgestellte Tokens",
  failuresUnit: "abgelehnte Refreshes",
  uninstallsTotal: (count) => plural(count, { one: "1 Deinstallation", other: "# Deinstallationen" }),
  errorRate: "Fehlerrate",
  errorsTotal: (count) => plural(count, { one: "1 Fehler", other: "# Fehler" }),
  reference: {
    hours: (usual) => (usual === null ? "Keine Fehler davor" : `gegenüber der üblichen Rate (${usual})`),
    week: (usual) => (usual === null ? "Keine Fehler davor" : `gegenüber der üblichen Rate (${usual})`),
    days: (before) =>
      before === null ? "Keine Fehler in den 29 Tagen davor" : `gegenüber den 29 Tagen davor (${before})`,
    chosen: (before, days) => {
      if (before === null)
        return plural(days, { one: "Keine Fehler am Tag davor", other: "Keine Fehler in den # Tagen davor" });
      return `${plural(days, { one: "gegenüber dem Tag davor", other: "gegenüber den # Tagen davor" })} (${before})`;
    },
  },
  rateChange: {
    points: (points) => `${points} %-Punkte`,
    more: (points) => `${points} höher`,
    less: (points) => `${points} niedriger`,
    same: "unverändert",
  },
  allErrors: "Fehler",
  now: { hours: "jetzt", week: "heute", days: "heute", chosen: "heute" },
  asTable: "Als Tabelle anzeigen",
  method: "Wie diese Zahlen entstehen",
  note: "Installationen und Deinstallationen sind ohne die der Testgeschäfte gezählt, die das Audit-Protokoll ebenfalls enthält. Tokens und Fehler enthalten Testgeschäfte, weil eine abgelehnte Anfrage oft kein Geschäft nennt. Installationen werden innerhalb von zwei Minuten gezählt, Anfragen innerhalb von zehn Sekunden. Die Fehlerrate ist der Anteil der Fehler an Fehlern und ausgestellten Tokens. Üblich ist die Fehlerrate der 29 Tage vor heute. Die Fehlerrate von 24 Stunden liegt darüber, wenn sie um mehr als ein Zehntel höher ist: Dann steht es in jedem Zeitraum oben auf der Seite. Eine Stunde oder ein Tag ist rot, wenn sie um mehr als die Hälfte höher ist, die laufende Stunde und der heutige Tag erst ab 20 Fehlern. Eine gestrichelte Linie ist der Durchschnitt des Zeitraums davor oder, bei Fehlern, die übliche Fehlerrate. Ein Anteil abgelehnter Refreshes ist ab 10 % und 20 abgelehnten Refreshes markiert, weil die App dann wahrscheinlich einen Fehler hat.",
  classes: "Fehler nach Art",
  errorClass: "Art",
  errorClasses: {
    client: "App nicht authentifiziert",
    grant: "Code oder Refresh-Token abgelehnt",
    request: "Ungültige OAuth-Anfrage",
    rate_limit: "Anfragelimit erreicht",
    service_key: "Dienstschlüssel abgelehnt",
    unavailable: "Ausfall oder Zeitüberschreitung",
    internal: "Interner Fehler",
  },
  errorShare: "Anteil",
  errorCauses: {
    client: "Meist ein falsches oder abgelaufenes Client-Secret. Der Entwickler der App ersetzt es.",
    grant:
      "Meist ein Code oder Token, der abgelaufen ist, zweimal verwendet wurde oder zu einer deinstallierten App gehört. Der Entwickler behandelt das in der App.",
    request: "Meist ein fehlender oder falscher Parameter. Der Entwickler der App korrigiert die Anfrage.",
    rate_limit: "Eine App sendet zu viele Anfragen. Ihr Entwickler verteilt sie.",
    service_key: "Meist ein abgelaufener oder widerrufener Schlüssel. Ein Betreiber legt einen neuen an.",
    unavailable: "Der Dienst oder seine Datenbank antwortete nicht rechtzeitig. Der technische Betrieb behebt das.",
    internal: "Ein Fehler des Dienstes. Der technische Betrieb findet ihn im Log.",
  },
  noErrors: {
    hours: "In den letzten 24 Stunden gab es keine Fehler.",
    week: "In den letzten 7 Tagen gab es keine Fehler.",
    days: "In den letzten 30 Tagen gab es keine Fehler.",
    chosen: "In diesem Zeitraum gab es keine Fehler.",
  },
  errorCount: "Fehler",
  failingApps: "Apps mit den meisten abgelehnten Refreshes",
  failingDays: (from, to) => `${from} und ${to}, nach Tagen gezählt (UTC)`,
  app: "App",
  refused: "Abgelehnt",
  refusedShare: "Anteil an Refreshes",
  highShare: "hoch",
  expiring: "Ablaufende Zugangsdaten",
  noneExpiring: "Kein Client-Secret und kein Dienstschlüssel läuft in den nächsten 30 Tagen ab.",
  name: "Name",
  secret: "Client-Secret",
  key: "Dienstschlüssel",
  expires: "Läuft ab",
};
