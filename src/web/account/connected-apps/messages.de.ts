import type { en } from "./messages.en.ts";

/** Texts of the connected apps, in German. */
export const de: typeof en = {
  title: "Verbundene Apps",
  lead: (merchant) => `Diese Apps sind mit ${merchant} verbunden. Sie können sie jederzeit trennen.`,
  leadMember: (merchant) => `Diese Apps sind mit ${merchant} verbunden.`,
  none: (merchant) => `Keine App ist mit ${merchant} verbunden.`,
  noneHint: "Um eine zu verbinden, öffnen Sie ihren Installationslink, oder beginnen Sie in der App.",
  noMerchant: "Ihr Konto gehört zu keinem Geschäft. Die Plattform kann Sie hinzufügen.",
  choose: "Geschäft",
  show: "Anzeigen",
  readOnly: "Nur Inhaber und Manager des Geschäfts können Apps anhalten und trennen.",
  past: "Nicht mehr verbunden",
  pastHint: "Diese Apps haben keinen Zugriff mehr.",
  connectedSince: "Verbunden",
  connectedBy: (name) => `von ${name}`,
  lastUsed: "Zuletzt genutzt",
  expired: "Der Zugriff der App ist abgelaufen. Die App muss erneut um Ihre Zustimmung bitten.",
  neverUsed: "nie",
  ended: "Getrennt",
  allowed: "Berechtigungen",
  nothingAllowed: "Keine Berechtigungen. Die Plattform bietet sie nicht mehr an.",
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
      "Das Geschäft hat diese App angehalten. Sie hat keinen Zugriff, bis ein Inhaber oder Manager sie fortsetzt.",
    app: "Der Entwickler der App hat sie angehalten. Nur er kann sie fortsetzen.",
    operator: (platform) =>
      `${platform} hat diese App für das Geschäft gesperrt. Nur ${platform} kann die Sperre aufheben.`,
  },
  suspendedBeforeDisconnect: {
    merchant:
      "Das Geschäft hat sie angehalten, bevor sie getrennt wurde. Sie kann erst wieder verbunden werden, wenn Sie es zulassen.",
    app: "Der Entwickler hat sie angehalten, bevor sie getrennt wurde. Sie kann erst wieder verbunden werden, wenn er sie fortsetzt.",
    operator: (platform) =>
      `${platform} hat sie gesperrt, bevor sie getrennt wurde. Sie kann erst wieder verbunden werden, wenn ${platform} die Sperre aufhebt.`,
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
    data: "Daten, die die App schon kopiert hat, bleiben bei ihrem Entwickler. Bitten Sie ihn bei Bedarf, sie zu löschen.",
    reconnect: "Sie können sie später wieder verbinden. Die App bittet dann um Ihre Zustimmung.",
    reconnectSuspended:
      "Solange sie gesperrt ist, kann sie nicht wieder verbunden werden. Danach bittet sie um Ihre Zustimmung.",
    submit: "Trennen",
    cancel: "Verbunden lassen",
    alreadyDisconnected: (app) => `${app} ist bereits getrennt.`,
  },
  back: "Zurück zu den verbundenen Apps",
};
