import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the dashboard, in German. */
export const de: typeof en = {
  title: "Übersicht",
  lead: "Zahlen für die ganze Plattform, einschließlich Testgeschäften. Zeiten in UTC.",
  allGood: "Alles in Ordnung",
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
  rateRisen: (rate) => `Die Fehlerrate ist mit ${rate} höher als üblich`,
  rateRisenMore: (usual) => `In den letzten 24 Stunden. Üblich sind ${usual}.`,
  worstApp: "Die meisten abgelehnten Refreshes:",
  expiringDay: (count) =>
    plural(count, {
      one: "1 Secret oder Schlüssel läuft innerhalb von 24 Stunden ab",
      other: "# Secrets und Schlüssel laufen innerhalb von 24 Stunden ab",
    }),
  expiringMore: (count) => `${count} innerhalb von 30 Tagen.`,
  activity: "Aktivität",
  period: "Zeitraum",
  hours: "Letzte 24 Stunden",
  days: "Letzte 30 Tage",
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
  rateChange: {
    hours: {
      more: (percent) => `${percent} höher als üblich`,
      less: (percent) => `${percent} niedriger als üblich`,
      same: "Etwa wie üblich",
      none: "Höher als üblich: davor keine Fehler",
    },
    days: {
      more: (percent) => `${percent} höher als in den 29 Tagen davor`,
      less: (percent) => `${percent} niedriger als in den 29 Tagen davor`,
      same: "Etwa so hoch wie in den 29 Tagen davor",
      none: "Keine Fehler in den 29 Tagen davor",
    },
  },
  allErrors: "Fehler",
  now: { hours: "jetzt", days: "heute" },
  asTable: "Als Tabelle anzeigen",
  method: "Wie diese Zahlen entstehen",
  note: "Installationen werden innerhalb von zwei Minuten gezählt, Anfragen innerhalb von zehn Sekunden. Die Fehlerrate ist der Anteil der Fehler an Fehlern und ausgestellten Tokens. Üblich ist die Fehlerrate der 29 Tage vor heute. Die Fehlerrate von 24 Stunden liegt darüber, wenn sie um mehr als ein Zehntel höher ist; eine Stunde oder ein Tag ist rot, wenn sie um mehr als die Hälfte höher ist. Eine gestrichelte Linie ist der Durchschnitt des Zeitraums davor oder, bei Fehlern, die übliche Fehlerrate.",
  classes: "Fehler nach Klasse",
  errorClass: "Klasse",
  errorClasses: {
    client: "App nicht authentifiziert",
    grant: "Code oder Refresh-Token abgelehnt",
    request: "Ungültige OAuth-Anfrage",
    rate_limit: "Anfragelimit erreicht",
    service_key: "Dienstschlüssel abgelehnt",
    unavailable: "Ausfall oder Zeitüberschreitung",
    internal: "Interner Fehler",
  },
  noErrors: {
    hours: "In den letzten 24 Stunden gab es keine Fehler.",
    days: "In den letzten 30 Tagen gab es keine Fehler.",
  },
  errorCount: "Fehler",
  failingApps: "Apps mit den meisten abgelehnten Refreshes",
  failingDays: { hours: "Heute und gestern", days: "Letzte 30 Tage" },
  app: "App",
  refused: "Abgelehnt",
  refusedShare: "Anteil an Refreshes",
  expiring: "Ablaufende Secrets und Schlüssel",
  noneExpiring: "Kein Client-Secret und kein Dienstschlüssel läuft in den nächsten 30 Tagen ab.",
  name: "Name",
  secret: "Client-Secret",
  key: "Dienstschlüssel",
  expires: "Läuft ab",
};
