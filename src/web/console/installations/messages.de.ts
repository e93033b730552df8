import type { en } from "./messages.en.ts";

/** Texts of the installations, in German. */
export const de: typeof en = {
  title: "Installationen",
  app: "App oder Geschäft",
  merchant: "Geschäft (Name oder Kennung)",
  none: "Es gibt noch keine Installationen.",
  noMatch: (typed) => ({
    title: `Keine Installation passt zu „${typed}“`,
    text: "Keine App und kein Geschäft hat diesen Namen oder diese Kennung.",
  }),
  attention: (count, shown) =>
    count === 1
      ? "Bei 1 Installation besteht Handlungsbedarf."
      : `Bei ${shown} Installationen besteht Handlungsbedarf.`,
  attentionLink: "Gründe ansehen",
  ofSeveral: "Die neuesten Installationen dieser Treffer, höchstens je fünf.",
  noneIn: {
    needsAttention: {
      title: "Keine Installation hat Handlungsbedarf",
      text: "Hier stehen Installationen, deren Refreshes fehlschlagen oder deren Zugriff abgelaufen ist.",
    },
    expiresSoon: {
      title: "In den nächsten 7 Tagen läuft kein Zugriff ab",
      text: "Apps verlängern den Zugriff mit jedem Refresh.",
    },
    healthy: {
      title: "Keine Installation ist aktiv",
      text: "Hier stehen Installationen, die ihre Tokens erneuern können.",
    },
    suspended: {
      title: "Keine Installation ist pausiert oder gesperrt",
      text: "Auch die Installationen gesperrter Apps und Geschäfte stehen hier.",
    },
    pending: {
      title: "Alle Verbindungen sind abgeschlossen",
      text: "Hier stehen Installationen, deren App ihren Code nicht eingelöst hat.",
    },
    uninstalled: {
      title: "Keine Installation ist beendet",
      text: "Installationen bleiben in dieser Liste, nachdem sie geendet haben.",
    },
  },
  state: "Status",
  appColumn: "App",
  merchantColumn: "Geschäft",
  merchantId: "Kennung des Geschäfts",
  connected: "Verbunden",
  notYet: "Noch nicht",
  lastUsed: "Zuletzt genutzt",
  never: "Nie",
  version: "Version",
  versionNumber: (number) => String(number),
  by: "Verbunden von",
  granted: "Gewährte Scopes",
  reason: "Grund",
  ended: "Deinstalliert",
  changed: "Geändert",
  id: "Kennung der Installation",
  appAtMerchant: (app, merchant) => `${app} bei ${merchant}`,
  audit: "Alle Audit-Ereignisse dieser Installation",
  events: "Letzte Ereignisse",
  noEvents: "Es sind keine Ereignisse verzeichnet, oder sie wurden entfernt.",
  access: "Zugriff",
  actions: "Aktionen",
  lastRefresh: "Letzter Refresh",
  lastFailure: "Letzter Fehler",
  noFailure: "Keiner",
  expires: "Zugriff läuft ab",
  openApp: "App öffnen",
  openMerchant: "Geschäft öffnen",
  suspend: "Sperren",
  suspendHint:
    "Eine Sperre stoppt die Tokens, bis Sie die Installation entsperren. Das Geschäft sieht dann, dass die Plattform sie gesperrt hat.",
  resume: "Entsperren",
  resumeHint: "Ihre Tokens funktionieren dann wieder.",
  resumeHintStopped: "Ihre Tokens bleiben gesperrt, bis auch die anderen Sperren und Pausen beendet sind.",
  done: {
    suspend: "Installation gesperrt. Ihre Tokens funktionieren nicht, bis Sie sie entsperren.",
    resume: "Installation entsperrt. Ihre Tokens funktionieren wieder, sofern keine andere Seite sie pausiert hat.",
    uninstall: "App deinstalliert. Alle ihre Tokens für dieses Geschäft sind widerrufen.",
  },
  uninstallHint: "Widerruft alle ihre Tokens. Das Geschäft kann die App wieder verbinden.",
  uninstall: "Deinstallieren …",
  uninstallTitle: (app, merchant) => `${app} bei ${merchant} deinstallieren?`,
  uninstallEffect: "Alle ihre Tokens werden sofort widerrufen. Das Geschäft kann die App wieder verbinden.",
  uninstallReason: "Der Entwickler sieht den Grund und die Erläuterung im Verlauf der Installation.",
  uninstallSubmit: "Deinstallieren",
  cancel: "Abbrechen",
  test: "Test",
};
