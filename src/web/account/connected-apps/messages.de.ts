import type { en } from "./messages.en.ts";

/** Texts of the connected apps, in German. */
export const de: typeof en = {
  title: "Verbundene Apps",
  lead: (merchant) => `Diese Apps sind mit ${merchant} verbunden. Sie können sie jederzeit deinstallieren.`,
  leadMember: (merchant) => `Diese Apps sind mit ${merchant} verbunden.`,
  none: (merchant) => `Keine App ist mit ${merchant} verbunden.`,
  noneHint: "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App.",
  noMerchant: "Ihr Konto gehört noch zu keinem Geschäft.",
  noMerchantHint: "Ein Inhaber des Geschäfts oder die Plattform kann Sie einladen.",
  choose: "Geschäft",
  show: "Anzeigen",
  readOnly: "Nur Inhaber und Manager des Geschäfts können Apps pausieren und deinstallieren.",
  past: "Deinstallierte Apps",
  pastHint: "Diese Apps haben keinen Zugriff mehr.",
  connectedSince: "Verbunden",
  connectedBy: (name) => `von ${name}`,
  lastUsed: "Zuletzt genutzt",
  expired: "Der Zugriff der App ist abgelaufen. Verbinden Sie sie erneut, um sie weiter zu nutzen.",
  details: "Details",
  neverUsed: "Nie",
  ended: "Deinstalliert",
  allowed: "Berechtigungen",
  nothingAllowed: "Keine Berechtigungen mehr: Die Plattform bietet sie nicht mehr an.",
  appSuspended: (platform) =>
    `${platform} hat diese App gesperrt. Sie hat keinen Zugriff, bis ${platform} die Sperre aufhebt.`,
  appRejected: "Die Prüfung hat diese App abgelehnt. Sie hat keinen Zugriff, bis ihr Entwickler sie neu einreicht.",
  merchantSuspended: (merchant, platform) =>
    `${platform} hat ${merchant} gesperrt. Keine App hat Zugriff auf die Daten, bis ${platform} die Sperre aufhebt.`,
  pausedBy: {
    merchant:
      "Das Geschäft hat diese App pausiert. Sie hat keinen Zugriff, bis ein Inhaber oder Manager sie fortsetzt.",
    app: "Der Entwickler der App hat sie pausiert. Nur er kann sie fortsetzen.",
    operator: (platform) =>
      `${platform} hat diese App für das Geschäft gesperrt. Nur ${platform} kann die Sperre aufheben.`,
  },
  alsoPaused: "Das Geschäft hat sie außerdem pausiert.",
  pausedBeforeUninstall: {
    merchant:
      "Das Geschäft hat sie pausiert, bevor sie deinstalliert wurde. Sie kann erst wieder verbunden werden, wenn Sie es zulassen.",
    app: "Der Entwickler hat sie pausiert, bevor sie deinstalliert wurde. Sie kann erst wieder verbunden werden, wenn er sie fortsetzt.",
    operator: (platform) =>
      `${platform} hat sie gesperrt, bevor sie deinstalliert wurde. Sie kann erst wieder verbunden werden, wenn ${platform} die Sperre aufhebt.`,
  },
  declined: "Nicht erlaubt",
  allow: "Erlauben",
  allowOf: (app) => `${app} mehr erlauben`,
  connectAgain: "Erneut verbinden",
  connectAgainOf: (app) => `${app} erneut verbinden`,
  waitingTitle: "Nicht abgeschlossen",
  waiting:
    "Sie haben diese App erlaubt, aber sie hat die Verbindung nicht abgeschlossen. Bleibt das so, beginnen Sie in der App von vorn.",
  done: {
    pause: (app) => `${app} ist pausiert. Die App hat keinen Zugriff, bis Sie sie fortsetzen.`,
    resume: (app) => `${app} ist fortgesetzt.`,
    removePause: (app) => `Ihre Pause von ${app} ist aufgehoben. Die App hat weiterhin keinen Zugriff.`,
    disconnect: (app) =>
      `${app} ist deinstalliert und hat keinen Zugriff mehr. Sie finden die App unter „Deinstallierte Apps“.`,
  },
  allowAgain: "Wieder zulassen",
  allowAgainOf: (app) => `${app} wieder zulassen`,
  reason: "Angegebener Grund:",
  test: "Test",
  pause: "Pausieren",
  pauseOf: (app) => `${app} pausieren`,
  resume: "Fortsetzen",
  resumeOf: (app) => `${app} fortsetzen`,
  removePause: "Eigene Pause aufheben",
  removePauseOf: (app) => `Eigene Pause von ${app} aufheben`,
  uninstall: "Deinstallieren",
  uninstallOf: (app) => `${app} deinstallieren`,
  confirm: {
    title: (app) => `${app} deinstallieren?`,
    heading: (app, merchant) => `${app} bei ${merchant} deinstallieren?`,
    effect: (app) => `${app} verliert sofort den Zugriff auf Ihre Daten.`,
    data: (developer) =>
      `Daten, die die App schon kopiert hat, bleiben bei ${developer}. Wenden Sie sich dorthin, um sie löschen zu lassen.`,
    theDeveloper: "ihrem Entwickler",
    reconnect: "Sie können sie später wieder verbinden. Die App bittet dann erneut um Ihre Erlaubnis.",
    reconnectSuspended: "Solange sie gesperrt ist, können Sie sie nicht wieder verbinden.",
    submit: "Deinstallieren",
    cancel: "App behalten",
  },
  back: "Zurück zu den verbundenen Apps",
};
