import type { Block, Guide } from "../content.ts";
import { SERVICE_VERSION } from "./changes.ts";
import type { en } from "./messages.en.ts";

const guide: Guide = {
  title: "API-Änderungen",
  lead: "Die Versionen der API, die Änderungen, die Entwickler von Apps kennen müssen, und was eine Änderung für Ihre App bedeuten kann.",
  blocks: [
    { heading: "Versionen", id: "versions" },
    {
      columns: ["Teil", "Version", "Bedeutung"],
      rows: [
        ["Dienst", `\`${SERVICE_VERSION}\``, "Die Software von {platform}. Versionen folgen ab `1.0.0` semver."],
        [
          "HTTP-API",
          "`v1`",
          "Die Version in den Pfaden unter `/api/v1`. Die Pfade unter `/oauth` haben keine Version. Derzeit verhalten sie sich wie die unter `/api/v1`.",
        ],
      ],
    },
  ],
  fails: {
    title: "Wenn eine Änderung Ihre App stört",
    rows: [
      [
        "Eine Antwort oder ein Ereignis enthält Unbekanntes",
        "Ignorieren Sie es. [Änderungen ohne Ankündigung](/docs/changelog#compatible) können Felder und Typen hinzufügen.",
      ],
      [
        "Eine Anfrage wird nach einer Änderung abgelehnt",
        "Lesen Sie `error` und `error_description` und vergleichen Sie Ihre Anfrage mit den [Endpunkten](/docs/endpoints). Stimmen sie überein, melden Sie {platform} die `request_id`.",
      ],
      [
        "Sie wollen jede Änderung eines Feldes sehen",
        "Vergleichen Sie das [OpenAPI-Dokument](/openapi.json) mit einer früheren Kopie.",
      ],
    ],
  },
};

/** Rules for changes, which come after the changes themselves. */
const policy: readonly Block[] = [
  { heading: "Änderungen ohne Ankündigung", id: "compatible" },
  "Diese Änderungen sind kompatibel. Schreiben Sie Ihre App so, dass sie damit weiterarbeitet:",
  {
    list: [
      "Neue Endpunkte und neue optionale Parameter.",
      "Neue Felder in Antworten und Ereignissen und neue Ereignistypen. Ignorieren Sie, was Sie nicht kennen.",
      "Ein anderer Wortlaut von `error_description`. Entscheiden Sie nach `error`.",
      "Ein anderes Format von Tokens und Codes. Ihre App wertet sie nicht aus.",
    ],
  },
  { heading: "Inkompatible Änderungen", id: "breaking" },
  "Eine Änderung ist inkompatibel, wenn eine App, die sich an diese Dokumentation hält, nicht mehr funktioniert:",
  {
    list: [
      "Ein Endpunkt, ein Parameter, ein Feld oder ein Ereignistyp wird entfernt oder umbenannt.",
      "Der Typ oder die Bedeutung eines Feldes ändert sich.",
      "Ein optionaler Parameter wird erforderlich.",
      "Eine Anfrage, die angenommen wurde, wird abgelehnt.",
    ],
  },
  "Unter `/api/v1` können Antworten neue Felder erhalten, und bestehende Felder ändern sich nie. Verwenden Sie diese Pfade, wenn Ihre App jahrelang ohne Änderung laufen soll.",
  "Wird eine Sicherheitslücke behoben, kann {platform} betroffene Anfragen sofort ablehnen. Die Liste oben kennzeichnet es mit „Sicherheit“.",
  { heading: "Wie Änderungen angekündigt werden", id: "announced" },
  {
    list: [
      "Diese Seite nennt jede Änderung mit Tag und Art, in dem Release, das sie enthält. Der [Atom-Feed](/docs/changelog.xml) hat dieselben Einträge, für einen Feedreader oder Chat.",
      "Pfade unter `/api/v1` bleiben immer kompatibel. Eine inkompatible Version erhält einen eigenen Pfad, etwa `/api/v2`.",
      "Unter `/oauth` steht eine inkompatible Änderung hier als „Geändert“. Eine feste Frist gibt es nicht: {platform} entscheidet, wann ein Release installiert wird.",
      "{platform} sendet keine E-Mails über Änderungen der API, und die Antworten haben keinen Header `Deprecation` oder `Sunset`.",
    ],
  },
  "Bei Updates von {platform} bleiben Installationen und Tokens erhalten: Die vorige und die neue Version laufen nebeneinander.",
];

/** Texts of the changelog, in German. */
export const de: typeof en = {
  guide,
  policy,
  subscribe: "Abonnieren Sie diese Änderungen mit dem [Atom-Feed](/docs/changelog.xml).",
  days: {
    "2026-11-24": "24. November 2026",
    "2026-11-23": "23. November 2026",
    "2026-11-22": "22. November 2026",
    "2026-11-21": "21. November 2026",
    "2026-11-20": "20. November 2026",
  },
  kinds: { added: "Neu", changed: "Geändert", fixed: "Behoben", security: "Sicherheit" },
  changes: {
    "removed-scopes": {
      title: "Geschäfte können Scopes entfernen",
      text: "Ein Geschäft kann einen optionalen Scope ohne neue Zustimmung entfernen. Tokens verlieren ihn sofort, vorher ausgestellte Codes erhalten `invalid_grant`, und Ihre App erhält [`installation.scopes_changed`](/docs/webhooks).",
    },
    webhooks: {
      title: "Webhooks",
      text: "Endpunkte Ihrer App erhalten [signierte Ereignisse](/docs/webhooks) über die App und ihre Installationen, nach der Spezifikation Standard Webhooks.",
    },
    "secret-and-endpoint-events": {
      title: "Ereignisse über Secrets und Endpunkte",
      text: "`client_secret.expiring` nennt das Secret in `secret_id`, und `webhook.disabled` nennt den Endpunkt in `endpoint_id`.",
    },
    "codes-of-removed-members": {
      title: "Ein Code endet, wenn die Person, die zugestimmt hat, ihre Rolle verliert",
      text: "Ein Code erhält `invalid_grant`, nachdem das Mitglied, das ihn erlaubt hat, das Geschäft verlassen hat oder keine Apps mehr verbinden darf.",
    },
    "introspection-by-basic": {
      title: "Introspection über HTTP Basic",
      text: "[Introspection](/docs/endpoints/introspect) nimmt einen Dienstschlüssel neben dem Bearer-Token auch über HTTP Basic und als `client_secret` an. Die Antwort hat `username`, das `merchant_id` entspricht.",
    },
    openapi: {
      title: "OpenAPI-Dokument",
      text: "[/openapi.json](/openapi.json) beschreibt alle Endpunkte in OpenAPI 3.1, mit den Grenzen für Bodys von Anfragen.",
    },
    "scopes-at-refresh": {
      title: "Ein Refresh darf die angeforderten Scopes wiederholen",
      text: "`scope` eines [Refresh](/docs/endpoints/token) darf Scopes nennen, die das Geschäft nicht erlaubt hat. Sie entfallen, und `scope` der Antwort nennt die ausgestellten. Ein Scope, der nicht angefordert wurde, erhält weiterhin `invalid_scope`.",
    },
    "unregistered-scope": {
      title: "Der Fehler nennt den Scope",
      text: "`error_description` von `invalid_scope` bei [Authorize](/docs/endpoints/authorize) nennt den Scope, den die App nicht registriert hat.",
    },
    "late-retries": {
      title: "Eine späte Wiederholung behält die Verbindung",
      text: "Ein Refresh [nach dem Wiederholungsfenster](/docs/retries) erhält `invalid_grant`, beendet die Verbindung aber nicht mehr, wenn das neue Refresh-Token nie verwendet wurde.",
    },
    "authorize-in-a-document": {
      title: "Authorize öffnet sich nur als Seite",
      text: "[Authorize](/docs/endpoints/authorize) antwortet mit 400, wenn ein Browser es als Bild, Frame oder Skript anfragt. Leiten Sie den Browser weiter oder setzen Sie einen Link.",
    },
    "uninstall-by-secret": {
      title: "Uninstall braucht das Secret",
      text: "[Uninstall](/docs/endpoints/uninstall) authentifiziert eine App mit ihrem Secret. Eine App ohne Secret erhält `unauthorized_client`. Sie kann weiterhin ihr Refresh-Token [widerrufen](/docs/endpoints/revoke).",
    },
    "first-endpoints": {
      title: "Die ersten Endpunkte",
      text: "[Authorize](/docs/endpoints/authorize) mit PKCE, [Token](/docs/endpoints/token), [Revoke](/docs/endpoints/revoke), [Introspect](/docs/endpoints/introspect), [Uninstall](/docs/endpoints/uninstall) und [Metadata](/docs/endpoints/metadata).",
    },
    "tokens-of-test-merchants": {
      title: "Tokens von Testgeschäften",
      text: "Introspection kennzeichnet das Token eines [Testgeschäfts](/docs/test-merchants) mit `test`.",
    },
  },
};
