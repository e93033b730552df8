import type { en } from "./messages.en.ts";

/** Texts of the page of libraries, in German. */
export const de: typeof en = {
  title: "Bibliotheken",
  lead: "Eine App braucht keine Bibliothek von {platform}: Jeder OAuth-2.0-Client funktioniert. Der Server von {platform} wird mit diesen JavaScript-Bibliotheken und dem Code unten getestet.",
  tested: "Getestete Bibliotheken",
  columns: ["Bibliothek", "Getestete Version", "Getestet mit"],
  abilities: {
    discovery: "Discovery",
    pkce: "PKCE",
    refresh: "Refresh",
    revocation: "Widerruf",
    introspection: "Introspection",
  },
  others:
    "Für Python und Go haben der [Schnellstart](/docs/quickstart), [Autorisierung](/docs/authorization#program) und [Wiederholungen](/docs/retries#program) Programme ohne Bibliothek, die die Tests ebenfalls ausführen. Aus dem [OpenAPI-Dokument](/openapi.json) können Sie Clients für andere Sprachen erzeugen.",
  about: {
    "openid-client":
      "Ein zertifizierter Client für Node.js, Browser und andere Laufzeiten. Er liest die Metadaten und prüft `state` und `iss`.",
    oauth4webapi: "Die Schritte des Protokolls als Funktionen, ohne Abhängigkeiten. `openid-client` verwendet sie.",
    "badgateway-oauth2-client": "Ein kleiner Client für Node.js und Browser. Er liest die Metadaten.",
    "passport-oauth2":
      "Eine Strategie von Passport für Express. Sie bewahrt `state` und den PKCE-Verifier in der Sitzung auf.",
    arctic: "Ein kleiner Client auf Basis der Fetch API. Die URLs der Endpunkte sind Argumente.",
    "simple-oauth2": "Ein Client für Node.js ohne PKCE, für Apps mit Secret.",
  },
  install: "Installieren",
  show: "Code anzeigen",
  sample: (name) => `Verbinden mit ${name}`,
  comments: {
    start: "Leiten Sie den Browser zu url. Der Rest bleibt in seiner Sitzung.",
    finish: "Aufruf an der Redirect-URI, mit der URL der Anfrage.",
    session: "Die Sitzung Ihrer App kommt vor diesen Routen.",
  },
  run: "Jedes Beispiel ist ein Modul mit zwei Funktionen: `start` beginnt eine Autorisierung, und `finish` gibt die Tokens mit der `merchant_id` zurück. Das Secret kommt aus der Umgebungsvariable `CLIENT_SECRET`.",
  webhooks: "Webhooks",
  webhooksText:
    "`standardwebhooks` prüft die Signatur eines Ereignisses. [Webhooks](/docs/webhooks#verify) hat Empfänger in JavaScript, Python und Go.",
  apis: "Für Teams, die eine API von {platform} betreiben",
  apisText: (version) =>
    `\`@latchkey/client\` ${version} schützt eine API von {platform}: Das Paket prüft Access-Tokens, merkt sich das Ergebnis und erfährt von Widerrufen innerhalb einer Sekunde. Es hat Guards für Fastify, Express und Connect. Eine App, die sich mit Geschäften verbindet, braucht es nicht.`,
  apisGet:
    "Das Paket ist nicht auf npm. Bauen Sie es aus dem Quellcode des Servers mit `npm run build:client && npm pack ./dist/client`, oder fragen Sie {platform} nach der Datei.",
  apisRun:
    "`LATCHKEY_URL` ist die gRPC-Adresse des Servers und `INTROSPECT_KEY` ein Dienstschlüssel mit der Berechtigung `tokens:introspect`. Auch beides erhalten Sie von {platform}.",
  apiSample: "Eine API, die ein Token verlangt",
  recipes: (names) => `Der Ordner \`docs/integrations\` des Quellcodes hat getestete Programme für ${names}.`,
  fails: {
    title: "Fehler mit Bibliotheken",
    rows: [
      [
        "Eine Bibliothek lehnt eine Adresse mit `http` ab",
        "`openid-client` und `oauth4webapi` verlangen `https`. Erlauben Sie für einen Dienst auf Ihrem eigenen Rechner `http` wie im Code oben.",
      ],
      [
        "openid-client: `invalid_grant` beim Einlösen",
        "Die Bibliothek sendet die Redirect-URI ohne ihre Query. Registrieren Sie eine Redirect-URI ohne Query.",
      ],
      [
        "simple-oauth2: „The content-type is not JSON compatible“",
        "Ein Widerruf hat keinen Body. Verwenden Sie `revokeAll({ json: true })`; die Tokens sind in beiden Fällen widerrufen.",
      ],
      [
        "Ein Refresh erhält `invalid_scope`",
        "Senden Sie keinen Scope, den die Autorisierung nicht angefordert hat. Scopes, die das Geschäft abgelehnt hat, entfallen ohne Fehler.",
      ],
    ],
  },
};
