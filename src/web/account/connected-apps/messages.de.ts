import type { en } from "./messages.en.ts";

/** Texts of the connected apps, in German. */
export const de: typeof en = {
  title: "Verbundene Apps",
  lead: (merchant) => `Diese Apps sind mit ${merchant} verbunden. Jede davon können Sie jederzeit trennen.`,
  leadMember: (merchant) => `Diese Apps sind mit ${merchant} verbunden.`,
  none: (merchant) => `Keine App ist mit ${merchant} verbunden.`,
  noneHint: "Um eine zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App selbst.",
  noMerchant: "Ihr Konto gehört zu keinem Geschäft. Die Plattform kann Sie zu einem hinzufügen.",
  choose: "Geschäft",
  show: "Anzeigen",
  readOnly: "Nur Inhaber und Manager des Geschäfts können Apps anhalten und trennen.",
  past: "Nicht mehr verbunden",
  pastHint: "Diese Apps haben keinen Zugriff mehr.",
  connectedSince: "Verbunden",
  connectedBy: (name) => `von ${name}`,
  lastUsed: "Zuletzt genutzt",
  expired: "Der Zugriff der App ist abgelaufen. Die App muss erneut um Ihre Zustimmung bitten.",
  neverUsed: "noch nicht",
  ended: "Getrennt",
  allowed: "Berechtigungen",
  nothingAllowed: "Keine Berechtigungen: Sie werden nicht mehr angeboten.",
  states: {
    active: "Verbunden",
    suspended: "Angehalten",
    appSuspended: "App gesperrt",
    appRejected: "App abgelehnt",
    merchantSuspended: "Geschäft gesperrt",
    ended: "Getrennt",
    pending: "Nicht abgeschlossen",
  },
  appSuspended: (platform) =>
    `${platform} hat diese App gesperrt. Sie hat keinen Zugriff, bis ${platform} die Sperre aufhebt.`,
  appRejected: "Die Prüfung hat diese App abgelehnt. Sie hat keinen Zugriff, bis ihr Entwickler sie neu einreicht.",
  merchantSuspended: (merchant, platform) =>
    `${platform} hat ${merchant} gesperrt. Keine App hat Zugriff auf die Daten, bis ${platform} die Sperre aufhebt.`,
  pausedBy: {
    merchant:
      "Ihr Geschäft hat diese App angehalten: Sie hat keinen Zugriff, bis ein Inhaber oder Manager sie fortsetzt.",
    app: "Der Entwickler hat die App angehalten. Nur er kann sie fortsetzen.",
    operator: (platform) =>
      `${platform} hat diese App für das Geschäft angehalten. Nur ${platform} kann sie fortsetzen.`,
  },
  suspendedBeforeDisconnect: {
    merchant:
      "Ihr Geschäft hat sie angehalten, bevor sie getrennt wurde. Erst wenn Sie sie wieder zulassen, kann sie neu verbunden werden.",
    app: "Der Entwickler hat sie angehalten, bevor sie getrennt wurde. Erst wenn er sie fortsetzt, kann sie neu verbunden werden.",
    operator: (platform) =>
      `${platform} hat sie angehalten, bevor sie getrennt wurde. Erst wenn ${platform} sie fortsetzt, kann sie neu verbunden werden.`,
  },
  allowAgain: "Wieder zulassen",
  allowAgainOf: (app) => `${app} wieder zulassen`,
  reason: "Angegebener Grund:",
  test: "Test",
  pause: "Anhalten",
  pauseOf: (app) => `${app} anhalten`,
  resume: "Fortsetzen",
  resumeOf: (app) => `${app} fortsetzen`,
  disconnect: "Trennen",
  disconnectOf: (app) => `${app} trennen`,
  linkShort: "Link",
  link: (app) => `Link zu ${app} auf dieser Seite`,
  confirm: {
    title: (app) => `${app} trennen?`,
    heading: (app, merchant) => `${app} von ${merchant} trennen?`,
    effect: (app) => `${app} verliert sofort den Zugriff.`,
    data: "Was die App schon kopiert hat, bleibt beim Entwickler. Bitten Sie ihn um Löschung, wenn Sie das möchten.",
    reconnect: "Sie können sie später wieder verbinden. Sie bittet dann erneut um Ihre Zustimmung.",
    reconnectSuspended:
      "Solange sie gesperrt oder angehalten ist, lässt sie sich nicht wieder verbinden. Danach bittet sie erneut um Ihre Zustimmung.",
    submit: "Trennen",
    cancel: "Verbunden lassen",
    alreadyDisconnected: (app) => `${app} ist bereits getrennt.`,
  },
  back: "Zurück zu den verbundenen Apps",
};
