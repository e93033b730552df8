import { durationOf, pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the list of apps and the review of an app, in German. */
export const de: typeof en = {
  title: "Apps",
  search: "Name oder Client-ID",
  views: { mostInstalled: "Meistinstalliert", notInstalled: "Noch nicht installiert" },
  state: "Status",
  app: "App",
  developer: "Entwickler",
  account: "Konto",
  similarNames: "Andere Apps oder Konten haben einen ähnlichen Namen. Vergleichen Sie sie vor der Entscheidung:",
  developerSince: "Entwickler seit",
  developerApps: "Apps dieses Entwicklers",
  hosts: "Hosts",
  scope: "Scope",
  developerSearch: "Entwickler (Name oder E-Mail)",
  none: "Es gibt noch keine Apps.",
  changed: "Geändert",
  claimedBy: "Übernommen von",
  notClaimed: "Nicht übernommen",
  inQueue: (waiting, claimed) => `Prüfwarteschlange: wartet auf Prüfung ${waiting}, wird geprüft ${claimed}.`,
  openQueue: "Warteschlange öffnen",
  pending: (state) => `Fassung: ${state}`,
  facts: "Details",
  clientId: "Client-ID",
  kind: "Art",
  confidential: "Mit Secret",
  public: "Öffentlich, muss PKCE nutzen",
  refresh: "Refresh-Tokens",
  refreshModes: { rotate: "Rotieren", keep: "Behalten, mit fester Gültigkeitsdauer", none: "Keine" },
  accessTtl: "Gültigkeit der Access-Tokens",
  refreshTtl: "Gültigkeit der Refresh-Tokens",
  duration: (seconds) => durationOf("de", seconds),
  serviceDefault: (lifetime) => `Standard (${lifetime})`,
  installations: "Installationen",
  installationUnit: (count: number) => plural(count, { one: "Installation", other: "Installationen" }),
  installLink: "Installationslink",
  created: "Angelegt",
  secrets: "Secrets",
  secret: (hint) => `…${hint}`,
  secretsNone: "Keine",
  audit: "Audit-Protokoll dieser App",
  profile: "Profil",
  reviewed: (number) => `Fassung ${number} (zur Prüfung)`,
  notReviewed: (number, state) => `Fassung ${number} (${state})`,
  withdrew: [" hat die Einreichung zurückgezogen, ", "."],
  live: (number) => `Live: Fassung ${number}`,
  name: "Name",
  purpose: "Zweck",
  website: "Website",
  support: "Support",
  privacyPolicy: "Datenschutzerklärung",
  redirectUris: "Redirect-URIs",
  launchUrl: "Start-URL",
  webhookUrl: "Webhook-URL",
  platformStart: "Die Plattform kann die Zustimmungsseite direkt öffnen",
  logo: "Logo",
  yes: "Ja",
  no: "Nein",
  empty: "Keine",
  differenceNone: "Diese Fassung enthält keine Änderungen.",
  before: "Live",
  after: "Fassung",
  added: "hinzugefügt",
  removed: "entfernt",
  changedMark: "geändert",
  scopes: "Scopes, sensibelste zuerst",
  scopesNone: "Die App fordert keine Scopes an.",
  reason: "Warum:",
  quoted: (text) => `„${text}“`,
  required: "Erforderlich",
  optional: "Optional",
  unknownScope: "nicht im Katalog",
  retiredScope: "Zurückgezogen",
  history: "Verlauf",
  historyNone: "Noch kein Verlauf.",
  earlier: (count) => plural(count, { one: "1 früherer Eintrag", other: "# frühere Einträge" }),
  tokenFacts: "Secrets und Gültigkeit der Tokens",
  byKey: "Ein Dienstschlüssel",
  done: {
    "start-review":
      "Übernommen. Die App ist jetzt unter Ihrem Namen in Prüfung. Entscheiden Sie innerhalb von zwei Stunden, oder geben Sie die Prüfung ab.",
    claim:
      "Übernommen. Andere Betreiber sehen, dass Sie diese App prüfen. Entscheiden Sie innerhalb von zwei Stunden, oder geben Sie die Prüfung ab.",
    "take-over":
      "Übernommen. Andere Betreiber sehen, dass Sie diese App prüfen. Entscheiden Sie innerhalb von zwei Stunden, oder geben Sie die Prüfung ab.",
    release: "Abgegeben. Andere Betreiber können sie übernehmen.",
    approve: "Freigegeben. Die Fassung ist live. Der Entwickler wird benachrichtigt.",
    approveSuspended:
      "Freigegeben. Die App bleibt gesperrt, bis Sie sie entsperren. Der Entwickler wird benachrichtigt.",
    "request-changes": "An den Entwickler zurückgegeben. Er sieht Ihre Nachricht und kann die App erneut einreichen.",
    reject: "Abgelehnt. Der Entwickler sieht den Grund und kann die App erneut einreichen.",
    resume: "Entsperrt. Die Tokens der App funktionieren wieder. Der Entwickler wird benachrichtigt.",
    suspend:
      "Gesperrt. Die Tokens der App funktionieren nicht, bis Sie sie entsperren. Der Entwickler wird mit dem Grund benachrichtigt.",
    archive: "Archiviert. Die App wird bei allen Geschäften deinstalliert.",
  },
  revisionMark: (number, latest) => `Fassung ${number} von ${latest}`,
  decide: "Entscheiden",
  decision: "Entscheidung",
  staysLive: (live, next) => `Fassung ${live} bleibt live, bis Fassung ${next} freigegeben ist.`,
  ownApp: "Diese App gehört Ihnen oder Ihrem Team. Ein anderer Betreiber muss sie prüfen.",
  startReviewHint:
    "Damit übernehmen Sie die Prüfung für zwei Stunden. Der Entwickler sieht, dass die App gerade geprüft wird.",
  approveHeading: "App freigeben",
  approve: "Freigeben",
  approveHint: (count) =>
    count === 0
      ? "Geschäfte können die App dann installieren."
      : plural(count, {
          one: "Diese Fassung geht für 1 Geschäft live.",
          other: "Diese Fassung geht für # Geschäfte live.",
        }),
  approveNotice:
    "Der Entwickler wird benachrichtigt; eine Begründung ist nicht nötig. Eine Erläuterung im Formular darunter wird nicht gesendet.",
  restricted: "Eingeschränkte Scopes erlauben",
  restrictedHint:
    "Sie können auch ohne Häkchen freigeben. Geschäfte können den Scope dann nicht gewähren, und Anfragen der App mit diesem Scope werden abgelehnt.",
  restrictedLoss: "Installationen, die ihn haben, verlieren ihn.",
  restrictedRequired: "Von der App benötigt.",
  returnHeading: "Oder zurückgeben oder ablehnen",
  returnHint: "Der Entwickler sieht den Grund und die Erläuterung und kann erneut einreichen.",
  requestChangesEffect: "Testgeschäfte können die App weiter nutzen.",
  rejectEffect: "Sie funktioniert auch bei Testgeschäften nicht mehr.",
  requestChangesLive: "Bittet um eine neue Fassung. Die Live-Fassung bleibt.",
  rejectLive: "Weist diese Fassung ab. Die Live-Fassung bleibt.",
  requestChanges: "Änderungen anfordern",
  reject: "Ablehnen",
  stateChanges: "Tokens und Status der App",
  suspend: "Sperren …",
  resume: "Entsperren",
  resumeHint: "Lässt die Tokens der App sofort wieder funktionieren.",
  archiveHeading: "App archivieren",
  archive: "Archivieren …",
  revokeTokens: "Alle Tokens widerrufen …",
  suspendHint: "Sperrt alle Tokens der App, bis Sie sie entsperren. Nichts wird gelöscht.",
  revokeHint:
    "Beendet den Zugriff der App. Sie bleibt installiert, muss aber jedes Geschäft erneut um Erlaubnis bitten.",
  archiveHint:
    "Das Archivieren deinstalliert die App bei Geschäften, die sie haben. Das lässt sich nicht rückgängig machen.",
  suspendTitle: (app) => `${app} sperren?`,
  suspendCount: (count) =>
    count === 0
      ? "Kein Geschäft hat sie installiert."
      : plural(count, {
          one: "1 Geschäft hat sie installiert und kann sie nicht nutzen, bis Sie sie entsperren.",
          other: "# Geschäfte haben sie installiert und können sie nicht nutzen, bis Sie sie entsperren.",
        }),
  suspendEffect: "Alle Tokens der App sind sofort ungültig. Nichts wird gelöscht.",
  suspendShown: "Der Entwickler sieht den Grund und die Erläuterung. Geschäfte sehen, dass die App gesperrt ist.",
  suspendSubmit: "App sperren",
  archiveTitle: (app) => `${app} endgültig archivieren?`,
  archiveCount: (count) =>
    count === 0
      ? "Kein Geschäft hat sie installiert."
      : plural(count, { one: "1 Geschäft verliert die App sofort.", other: "# Geschäfte verlieren die App sofort." }),
  archiveNotice: (count) =>
    count === 0
      ? "Es wird keine E-Mail gesendet. Der Entwickler sieht die App als archiviert."
      : "Es wird keine E-Mail gesendet. Der Entwickler sieht die App als archiviert, Geschäfte sehen sie als deinstalliert.",
  archiveEffect:
    "Das lässt sich nicht rückgängig machen. Geschäfte müssen eine andere App verbinden. Das Audit-Protokoll bleibt erhalten.",
  archiveSubmit: "Endgültig archivieren",
  cancel: "Abbrechen",
  confirm: "Ich verstehe die Auswirkung",
};
