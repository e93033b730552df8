import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

const on = (day: string) => (day === "" ? "" : ` am ${day}`);

/** Texts of the connected apps, in German. */
export const de: typeof en = {
  title: "Verbundene Apps",
  lead: (shop) =>
    `Apps, die mit ${shop} verbunden sind. Pausieren stoppt eine App, bis Sie sie fortsetzen. Deinstallieren beendet ihren Zugriff.`,
  leadStopped: (shop) => `Apps, die mit ${shop} verbunden sind. Deinstallieren beendet den Zugriff einer App.`,
  effects: "Pausieren stoppt die App, bis Sie sie fortsetzen. Deinstallieren beendet ihren Zugriff.",
  leadMember: (shop) => `Apps, die mit ${shop} verbunden sind.`,
  shops: { label: "Shop", show: "Wechseln" },
  none: (shop) => `Keine App ist mit ${shop} verbunden`,
  noneHint:
    "Um eine App zu verbinden, öffnen Sie den Installationslink ihres Entwicklers oder beginnen Sie in der App. Ohne Ihre Erlaubnis wird nichts weitergegeben.",
  noShop: {
    title: "Ihr Konto gehört noch zu keinem Shop",
    text: (email, platform) =>
      `Ein Inhaber des Shops oder ${platform} kann Sie einladen. Sie sind als ${email} angemeldet. Ging die Einladung an eine andere Adresse, melden Sie sich mit dieser an.`,
    otherAccount: "Konto wechseln",
    createTest: "Testgeschäft anlegen",
  },
  readOnly: "Nur Inhaber und Manager des Shops können Apps pausieren und deinstallieren.",
  past: "Deinstallierte Apps",
  pastHint: "Diese Apps haben keinen Zugriff. Ihre Entwickler behalten Daten, die sie schon kopiert haben.",
  lastUsed: "Zuletzt genutzt",
  neverUsed: "nie",
  expiryMeans: "An diesem Tag verliert die App den Zugriff, wenn sie ihn nicht erneuert.",
  lastUsedMeans: "Wann die App zuletzt Daten Ihres Shops genutzt oder ihren Zugriff erneuert hat.",
  noPrivacyPolicy: "nicht angegeben",
  connectedSince: "Verbunden am",
  connectedBy: "von",
  isYou: "(Sie)",
  mayDo: "Was sie tun darf",
  allowed: "Erlaubt",
  allowedOnceResumed: "Erlaubt, sobald die App wieder aktiv ist",
  wasAllowed: "Bis zur Deinstallation erlaubt",
  morePermissions: (count) => plural(count, { one: "1 weitere Berechtigung", other: "# weitere Berechtigungen" }),
  nothingAllowed: "Keine Berechtigungen mehr: Die Plattform bietet sie nicht mehr an.",
  shopSuspended: (shop, platform) =>
    `${platform} hat ${shop} gesperrt. Keine App hat Zugriff auf die Daten, bis ${platform} die Sperre aufhebt.`,
  shopSuspendedMark: "Shop gesperrt",
  stopped: {
    app: (platform) =>
      `Diese App erhält keine Ihrer Daten, bis ${platform} sie entsperrt. ${platform} hat sie für alle Shops gesperrt.`,
    rejected: (platform) =>
      `${platform} hat diese App in der Prüfung abgelehnt. Sie hat keinen Zugriff, bis ihr Entwickler sie neu einreicht.`,
    operator: (platform, day) =>
      `Diese App erhält keine Ihrer Daten, bis ${platform} sie entsperrt. ${platform} hat sie${on(day)} für Ihren Shop gesperrt.`,
    developer: (day) => `Der Entwickler hat diese App${on(day)} für Ihren Shop pausiert. Nur er kann sie fortsetzen.`,
    you: (day) => `Sie haben diese App${on(day)} pausiert. Sie hat keinen Zugriff, bis Sie sie fortsetzen.`,
    shop: (day) => `Ein Inhaber oder Manager Ihres Shops hat diese App${on(day)} pausiert.`,
    expired: (day) => `Der Zugriff ist${on(day)} abgelaufen. Verbinden Sie die App erneut, um sie weiter zu nutzen.`,
    expiredShop: (day) =>
      `Der Zugriff ist${on(day)} abgelaufen. Ein Inhaber oder Manager kann die App erneut verbinden.`,
    expiredInApp: (day) =>
      `Der Zugriff ist${on(day)} abgelaufen. Beginnen Sie in der App von vorn, um sie weiter zu nutzen.`,
  },
  also: {
    operator: (platform) => `${platform} hat sie außerdem für Ihren Shop gesperrt.`,
    developer: "Der Entwickler hat sie außerdem pausiert.",
    you: "Sie haben diese App außerdem pausiert. Sie bleibt pausiert, bis Sie sie fortsetzen.",
    shop: "Ihr Shop hat sie außerdem pausiert.",
    expired: "Ihr Zugriff ist außerdem abgelaufen.",
  },
  contact: "Wenden Sie sich an den Entwickler",
  questions: { suspension: "Zur Sperre:", review: "Zur Prüfung:", app: "Zur App:" },
  waiting: {
    you: "Sie haben diese App erlaubt, aber sie ist noch nicht verbunden. Schließen Sie die Verbindung ab, um sie zu nutzen.",
    shop: "Ihr Shop hat diese App erlaubt, aber sie ist noch nicht verbunden. Ein Inhaber oder Manager kann das abschließen.",
    inApp:
      "Sie haben diese App erlaubt, aber sie ist noch nicht verbunden. Schließen Sie die Verbindung in der App ab.",
  },
  waitingTitle: "Nicht abgeschlossen",
  uninstalled: {
    you: (day) => `Sie haben sie${on(day)} deinstalliert.`,
    shop: (day) => `Ihr Shop hat sie${on(day)} deinstalliert.`,
    developer: (day) => `Der Entwickler hat sie${on(day)} deinstalliert.`,
    operator: (platform, day) => `${platform} hat sie${on(day)} deinstalliert.`,
    unknown: (day) => `Sie wurde${on(day)} deinstalliert.`,
  },
  noLongerOffered: "Die App wird nicht mehr angeboten.",
  heldBack: {
    you: "Sie haben sie vorher pausiert. Setzen Sie sie fort, um sie neu zu installieren.",
    shop: "Ihr Shop hat sie vorher pausiert. Ein Inhaber oder Manager kann sie fortsetzen.",
    developer: "Der Entwickler hat sie vorher pausiert. Sie können sie neu installieren, wenn er sie fortsetzt.",
    operator: (platform) =>
      `${platform} hat sie vorher gesperrt. Sie können sie neu installieren, wenn ${platform} die Sperre aufhebt.`,
  },
  details: "Details",
  history: {
    title: "Verlauf",
    of: (app) => `Verlauf von ${app}`,
    all: "Vollständiger Verlauf",
    none: "Noch ist nichts passiert.",
    actions: {
      installed: "Installiert",
      installedAgain: "Neu installiert",
      connectedAgain: "Erneut verbunden",
      permissionsChanged: "Berechtigungen geändert",
      allowed: (count) => (count === 1 ? "Berechtigung erlaubt" : "Berechtigungen erlaubt"),
      removed: (count) => (count === 1 ? "Berechtigung entfernt" : "Berechtigungen entfernt"),
      paused: "Pausiert",
      resumed: "Fortgesetzt",
      suspended: "Gesperrt",
      unsuspended: "Entsperrt",
      uninstalled: "Deinstalliert",
      changed: "Geändert",
    },
    by: {
      shop: "von einem Mitglied Ihres Shops",
      developer: "vom Entwickler",
      platform: (platform) => `von ${platform}`,
    },
    allowed: (permissions) => `Erlaubt: ${permissions}`,
    notAllowed: (permissions) => `Nicht mehr erlaubt: ${permissions}`,
  },
  change: "Berechtigungen ändern",
  changeOf: (app) => `Berechtigungen ändern: ${app}`,
  changeHints: {
    consent:
      "Sie wählen neu, welche optionalen Berechtigungen Sie erlauben. Die übrigen enden, sobald sich die App erneut verbindet.",
    all: "Die App verlangt alle diese Berechtigungen. Um sie zu entfernen, deinstallieren Sie die App.",
    again:
      "Die App bittet selbst um ihre Berechtigungen. Um weniger zu erlauben, deinstallieren Sie sie und installieren Sie sie neu.",
  },
  required: "Erforderlich",
  remove: "Entfernen",
  removeOf: (permission) => `Entfernen: ${permission}`,
  removeHints: {
    some: "Jede optionale Berechtigung können Sie entfernen. Die erforderlichen braucht die App, um zu funktionieren.",
    any: "Jede dieser Berechtigungen können Sie entfernen.",
  },
  removal: {
    title: "Berechtigung entfernen?",
    heading: (permission, app) => `„${permission}“ für ${app} entfernen?`,
    stops: "Was endet",
    stays: "Was bleibt",
    effect: (app, shop) => `${app} verliert sofort diese Berechtigung für ${shop}:`,
    features: "Funktionen der App, die sie brauchen, gehen danach vielleicht nicht mehr.",
    others: "Die App behält ihre anderen Berechtigungen:",
    allowAgain: "Sie können sie später wieder erlauben.",
    submit: "Berechtigung entfernen",
    cancel: "Berechtigung behalten",
    done: (permission, app) => `${app} hat die Berechtigung „${permission}“ nicht mehr.`,
    notGranted: (permission, app) => `Nichts wurde entfernt: ${app} hatte die Berechtigung „${permission}“ nicht.`,
    refused: {
      SCOPE_REQUIRED: "Die App benötigt diese Berechtigung. Um sie zu entfernen, deinstallieren Sie die App.",
      LAST_SCOPE: "Das ist die einzige Berechtigung der App. Um sie zurückzunehmen, deinstallieren Sie die App.",
      NOT_INSTALLED: "Die App ist nicht mehr installiert und hat daher keine Berechtigungen.",
    },
    updating:
      "Während der Dienst aktualisiert wird, lassen sich keine Berechtigungen entfernen. Diese Berechtigung gilt weiterhin. Versuchen Sie es in einigen Minuten erneut.",
  },
  filter: {
    search: "Nach App oder Entwickler suchen",
    app: "App",
    group: "Zustand",
    action: "Aktionen",
    groups: { attention: "Handlungsbedarf", active: "Aktiv", paused: "Pausiert", uninstalled: "Deinstalliert" },
  },
  seeWhy: "Grund ansehen",
  seeWhyOf: (app) => `Grund ansehen: ${app}`,
  partial: "Dieser Shop hat mehr als 1.000 Apps. Nur die neuesten 1.000 werden aufgelistet und durchsucht.",
  declined: "Nicht erlaubt",
  allow: "Erlauben",
  allowOf: (app) => `${app} mehr erlauben`,
  allowPermission: (permission) => `Erlauben: ${permission}`,
  finish: "Verbindung abschließen",
  finishOf: (app) => `Verbindung abschließen: ${app}`,
  connectAgain: "Erneut verbinden",
  connectAgainOf: (app) => `${app} erneut verbinden`,
  installAgain: "Neu installieren",
  installAgainOf: (app) => `${app} neu installieren`,
  done: {
    pause: (app) => `${app} ist pausiert. Die App hat keinen Zugriff, bis Sie sie fortsetzen.`,
    resume: (app) => `${app} ist wieder aktiv.`,
    resumeHeld: (app) => `Sie haben ${app} fortgesetzt. Die App hat weiterhin keinen Zugriff.`,
    disconnect: (app) =>
      `${app} ist deinstalliert und hat keinen Zugriff mehr. Sie finden die App unter „Deinstallierte Apps“.`,
  },
  reason: "Angegebener Grund:",
  test: "Test",
  pause: "Pausieren",
  pauseOf: (app) => `${app} pausieren`,
  resume: "Fortsetzen",
  resumeOf: (app) => `${app} fortsetzen`,
  uninstall: "Deinstallieren",
  uninstallOf: (app) => `${app} deinstallieren`,
  confirm: {
    title: (app) => `${app} deinstallieren?`,
    heading: (app, shop) => `${app} bei ${shop} deinstallieren?`,
    stops: "Was endet",
    stays: "Was bleibt",
    effect: (app) => `${app} verliert sofort den Zugriff auf Ihre Daten.`,
    data: (developer) => `Daten, die die App schon kopiert hat, bleiben bei ${developer}.`,
    deletion: {
      mail: "Um sie löschen zu lassen, schreiben Sie an",
      web: "Um sie löschen zu lassen, wenden Sie sich an",
      unknown: "Um sie löschen zu lassen, wenden Sie sich dorthin.",
    },
    theDeveloper: "ihrem Entwickler",
    reconnect: "Sie können sie später neu installieren. Die App bittet dann erneut um Ihre Erlaubnis.",
    reconnectSuspended: "Solange sie gesperrt ist, können Sie sie nicht neu installieren.",
    reason: "Warum deinstallieren Sie die App? (optional)",
    reasonHint: "Die Mitglieder Ihres Shops und der Entwickler sehen den Grund im Verlauf der App.",
    submit: "Deinstallieren",
    cancel: "App behalten",
  },
};
