import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the installations of an app, in German. */
export const de: typeof en = {
  title: "Installationen",
  search: "Geschäft oder Kennung",
  activeCount: (count) => plural(count, { one: "1 aktive Installation", other: "# aktive Installationen" }),
  expiring: (count) => plural(count, { one: "# läuft bald ab", other: "# laufen bald ab" }),
  otherCounts: {
    suspended: (count) => `${count} pausiert oder gesperrt`,
    uninstalled: (count) => `${count} deinstalliert`,
  },
  none: "Noch kein Geschäft hat die App installiert.",
  noneIn: {
    all: { title: "Noch kein Geschäft hat die App installiert.", text: "" },
    needsAttention: {
      title: "Bei keiner Installation besteht Handlungsbedarf",
      text: "Hier erscheinen Installationen, deren Refresh fehlschlägt oder deren Zugriff abgelaufen ist oder widerrufen wurde.",
    },
    expiresSoon: {
      title: "Kein Zugriff läuft in den nächsten 7 Tagen ab",
      text: "Jeder Refresh verlängert den Zugriff.",
    },
    healthy: {
      title: "Keine Installation ist aktiv",
      text: "Hier erscheinen Installationen, die ihre Tokens erneuern können.",
    },
    suspended: {
      title: "Keine Installation ist pausiert oder gesperrt",
      text: "Sie können eine Installation auf ihrer Seite pausieren.",
    },
    uninstalled: {
      title: "Keine deinstallierten Geschäfte",
      text: "Nach einer Deinstallation bleibt ein Geschäft in dieser Liste, bis es die App erneut verbindet.",
    },
  },
  showAll: "Alle Installationen anzeigen",
  searchAll: "Alle Installationen durchsuchen",
  noneYetLive: "Geben Sie Geschäften den Installationslink. Jede Installation erscheint hier mit ihrem Zustand.",
  noneYetTest:
    "Probieren Sie die App zuerst mit einem Testgeschäft aus. Jede Installation erscheint hier mit ihrem Zustand.",
  testMerchants: "Zu den Testgeschäften",
  export: "Als CSV exportieren",
  sorts: {
    "": "Handlungsbedarf zuerst",
    "created-desc": "Neueste zuerst",
    created: "Älteste zuerst",
    "changed-desc": "Letzte Änderung zuerst",
    changed: "Älteste Änderung zuerst",
  },
  columns: {
    merchant: "Geschäft",
    refreshed: "Letzter Refresh",
    failed: "Letzter Fehler",
    expires: "Zugriff läuft ab",
  },
  charts: {
    title: (days) => plural(days, { one: "Heute", other: "Die letzten # Tage" }),
    installs: "Installationen",
    uninstallsTotal: (count) => plural(count, { one: "1 Deinstallation", other: "# Deinstallationen" }),
    installsUnit: "installiert",
    uninstalls: "Deinstallationen",
    uninstallsUnit: "deinstalliert",
    refreshes: "Refreshes",
    refreshesTotal: (count) => plural(count, { one: "1 Refresh", other: "# Refreshes" }),
    failures: "Fehlgeschlagene Refreshes",
    failuresUnit: "fehlgeschlagen",
    reuses: "Erneut benutzte Tokens",
    day: "Tag",
    today: "heute",
    nothing: "Keine Aktivität in diesem Zeitraum. Zahlen folgen innerhalb von Minuten.",
    none: {
      installs: "Keine Installationen und Deinstallationen in den letzten 30 Tagen.",
      refreshes: "Keine Refreshes in den letzten 30 Tagen.",
      failures: "Keine fehlgeschlagenen Refreshes in den letzten 30 Tagen.",
    },
    asTable: "Als Tabelle anzeigen",
    method: "Wie diese Zahlen entstehen",
    note: "Tage in UTC, einschließlich Testgeschäften. Installationen erscheinen mit bis zu zwei Minuten Verzögerung. Fehlgeschlagene Refreshes sind solche mit einem Token Ihrer App; Anfragen mit unbekanntem Token zählen nicht. Eine gestrichelte Linie ist der Durchschnitt der 30 Tage davor, wenn es mindestens 10 waren.",
  },
  never: "nie",
  noFailure: "Keiner",
  details: "Details",
  health: "Zustand",
  id: "Kennung der Installation",
  merchantId: "Kennung des Geschäfts",
  connected: "Verbunden",
  scopes: "Scopes",
  granted: "Gewährt",
  declined: "Nicht gewährt",
  nothing: "Keine",
  usage: (platform) =>
    `Die API von ${platform} prüft die Scopes, deshalb kann diese Seite nicht zeigen, welche Ihre App nutzt.`,
  lastAnswer: "Ihre App erhielt",
  deliveries: "Webhook-Zustellungen",
  pauseTitle: "Pausieren",
  pauseText:
    "Die Tokens einer pausierten Installation funktionieren nicht. Das Geschäft sieht, dass Sie sie pausiert haben.",
  pauseTooText:
    "Die Tokens sind bereits gesperrt. Wenn Sie die Installation zusätzlich pausieren, bleiben sie gesperrt, bis Sie sie fortsetzen.",
  reason: "Grund (optional)",
  reasonHint: "Das Geschäft sieht ihn. Bis zu 2.000 Zeichen.",
  reasonInvalid: "Verwenden Sie höchstens 2.000 Zeichen.",
  pause: "Installation pausieren",
  resume: "Installation fortsetzen",
  paused: "Installation pausiert.",
  resumed: "Installation fortgesetzt.",
  uninstalledMeanwhile: "Die App wurde bei diesem Geschäft inzwischen deinstalliert und daher nicht pausiert.",
  events: "Letzte Ereignisse",
  eventsNote:
    "Refreshes werden einmal pro Stunde aufgezeichnet, und nur der letzte Erfolg und der letzte Fehler bleiben erhalten. Ältere Ereignisse werden entfernt.",
  eventsCharts: "Refreshes der ganzen App in den letzten 30 Tagen",
  access: "Zugriff",
  openApp: "App öffnen",
  openSecrets: "Secrets der App prüfen",
  installLink: "Installationslink für das Geschäft",
  message: {
    label: "Nachricht an das Geschäft",
    copy: "Nachricht kopieren",
    connectAgain: (app, shop, link) =>
      `Guten Tag,\n${app} hat keinen Zugriff mehr auf Ihren Shop ${shop}. Um die App erneut zu verbinden, öffnen Sie diesen Link und erlauben Sie ihre Berechtigungen:\n${link}`,
    resume: (app, shop, link) =>
      `Guten Tag,\n${app} ist für Ihren Shop ${shop} pausiert. Um die App fortzusetzen, öffnen Sie diesen Link und wählen Sie „Fortsetzen“:\n${link}`,
  },
  tokensRevoked: "Tokens widerrufen",
  guides: {
    rotation: "Wie Refresh-Tokens rotieren",
    store: "Was Sie speichern und wann Sie erneuern",
    program: "Beispielcode: Refresh mit Wiederholungen",
    scopes: "Wie Sie die gewährten Scopes lesen",
  },
};
