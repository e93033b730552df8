import type { en } from "./messages.en.ts";

/** Texts of the page of endpoints, in German. */
export const de: typeof en = {
  title: "Endpunkte",
  lead: "Die OAuth-Endpunkte für Apps, erzeugt aus dem [OpenAPI-Dokument](/openapi.json). Der Body ist ein Formular (`application/x-www-form-urlencoded`) oder ein JSON-Objekt aus Texten, in UTF-8. Die Fehler erklärt die Seite [Fehler](/docs/errors).",
  servers: (origin) =>
    `Alle Pfade liegen unter \`${origin}\`. Die Pfade unter \`/oauth\` gibt es auch unter \`${origin}/api/v1\`; dort kommen in Antworten nur Felder hinzu.`,
  request: "Parameter",
  response: "Antwort",
  exampleRequest: "Anfrage",
  exampleRefresh: "Refresh",
  exampleResponse: "Antwort",
  groups: {
    AuthorizationCodeGrant: "Code einlösen",
    RefreshTokenGrant: "Tokens erneuern",
    ActiveToken: "aktives Token",
    InactiveToken: "inaktives Token",
  },
  statuses: "Statuscodes",
  required: "Erforderlich",
  optional: "Optional",
  statusColumns: ["Status", "Beschreibung"],
  texts: {
    "Start an authorization": "Eine Autorisierung beginnen",
    "For browsers. Redirects to the sign-in page, to the consent page, or to `redirect_uri` with `code`, `state` and `iss`. POST accepts the same parameters in a form or as JSON.":
      "Für Browser. Leitet zur Anmeldung, zur Zustimmungsseite oder mit `code`, `state` und `iss` zur `redirect_uri` weiter. POST nimmt dieselben Parameter als Formular oder JSON an.",
    "The app.": "Die App.",
    "A registered redirect URI.": "Eine registrierte Redirect-URI.",
    "Scopes, separated by single spaces.": "Scopes, durch einzelne Leerzeichen getrennt.",
    "1 to 2,048 bytes of UTF-8, returned unchanged.": "1 bis 2.048 Bytes UTF-8, die unverändert zurückkommen.",
    "`code`, or absent.": "`code`, oder weglassen.",
    "PKCE challenge: 43 characters. Required for apps without a secret.":
      "PKCE-Challenge: 43 Zeichen. Erforderlich für Apps ohne Secret.",
    "The id of the merchant to preselect.": "Die Kennung des Geschäfts, das vorausgewählt wird.",
    "`login`, `consent` or `select_account`.": "`login`, `consent` oder `select_account`.",
    "The token that the install link gave to the app.": "Das Token, das der Installationslink der App gegeben hat.",
    "A redirect to the sign-in page, the consent page or the app.":
      "Eine Weiterleitung zur Anmeldung, zur Zustimmungsseite oder zur App.",
    "The app or the redirect URI is unknown. The body is an HTML page, without a redirect.":
      "Die App oder die Redirect-URI ist unbekannt. Die Antwort ist eine HTML-Seite ohne Weiterleitung.",
    "An outage. The body is an HTML page.": "Ein Ausfall; die Antwort ist eine HTML-Seite.",
    "The body is larger than 16 KiB.": "Der Body ist größer als 16 KiB.",
    "The body is neither a form nor JSON.": "Der Body ist weder ein Formular noch JSON.",
    "Exchange a code or refresh tokens": "Einen Code einlösen oder Tokens erneuern",
    "If the response to a refresh is lost, repeat the request: within the retry window, it gets the same tokens.":
      "Geht die Antwort auf einen Refresh verloren, wiederholen Sie die Anfrage: Innerhalb des Wiederholungsfensters erhält sie dieselben Tokens.",
    "Tokens.": "Tokens.",
    "Revoke a token": "Ein Token widerrufen",
    "An access token is revoked alone. A refresh token revokes its whole family. An unknown token gets 200 too.":
      "Ein Access-Token wird allein widerrufen. Ein Refresh-Token widerruft alle Tokens seiner Autorisierung. Auch ein unbekanntes Token erhält 200.",
    "The token is revoked. The body is empty.": "Das Token ist widerrufen. Der Body ist leer.",
    "Introspect a token": "Ein Token prüfen (Introspection)",
    "For services of the platform. Send a service key by HTTP Basic, as `client_secret` or as bearer token.":
      "Für Dienste der Plattform. Senden Sie einen Dienstschlüssel über HTTP Basic, als `client_secret` oder als Bearer-Token.",
    "The token's state.": "Der Zustand des Tokens.",
    "The service key is missing or invalid.": "Der Dienstschlüssel fehlt oder ist ungültig.",
    "The service key lacks the permission.": "Dem Dienstschlüssel fehlt das Recht.",
    "Uninstall the app from a merchant": "Die App bei einem Geschäft deinstallieren",
    "For apps with a secret. Revokes all tokens of the installation. If the app is not installed, it gets 200 too.":
      "Für Apps mit Secret. Widerruft alle Tokens der Installation. Auch wenn die App nicht installiert ist, erhält sie 200.",
    "The app is uninstalled. The body is empty.": "Die App ist deinstalliert. Der Body ist leer.",
    "Authorization server metadata": "Metadaten des Autorisierungsservers",
    "The metadata. Scripts of any origin can read it.": "Die Metadaten. Skripte jeder Herkunft können sie lesen.",
    "The request is malformed, or the grant is invalid. The same request fails again.":
      "Die Anfrage ist fehlerhaft, oder der Grant ist ungültig. Dieselbe Anfrage schlägt wieder fehl.",
    "The app is unknown, or failed to authenticate.": "Die App ist unbekannt oder hat sich nicht authentifiziert.",
    "The app is unknown, suspended or archived, or failed to authenticate.":
      "Die App ist unbekannt, gesperrt oder archiviert oder hat sich nicht authentifiziert.",
    "The route does not support the method.": "Der Pfad unterstützt die Methode nicht.",
    "Too many failed attempts. Send the same request after `retry-after`.":
      "Zu viele fehlgeschlagene Versuche. Senden Sie dieselbe Anfrage nach `retry-after` noch einmal.",
    "An internal error. Report the `request_id` to the platform.":
      "Ein interner Fehler. Melden Sie der Plattform die `request_id`.",
    "An outage. Send the same request again after `retry-after`; a refresh is safe to repeat.":
      "Ein Ausfall. Senden Sie dieselbe Anfrage nach `retry-after` noch einmal; ein Refresh lässt sich gefahrlos wiederholen.",
    "The app. Required unless it is sent by HTTP Basic.": "Die App. Erforderlich, außer mit HTTP Basic.",
    "The app's secret. Public apps send `client_id` only. Not allowed together with HTTP Basic.":
      "Das Secret der App. Apps ohne Secret senden nur `client_id`. Nicht zusammen mit HTTP Basic erlaubt.",
    "The code from the redirect.": "Der Code aus der Weiterleitung.",
    "The `redirect_uri` of the authorization request, equal in every character.":
      "Die `redirect_uri` der Autorisierungsanfrage, Zeichen für Zeichen.",
    "The PKCE verifier, if the authorization request had a `code_challenge` (RFC 7636).":
      "Der PKCE-Verifier, wenn die Autorisierungsanfrage eine `code_challenge` hatte (RFC 7636).",
    "The refresh token.": "Das Refresh-Token.",
    "Scopes, separated by single spaces. Each is a scope of the authorization request. Scopes that were not granted are left out. Absent: all granted scopes.":
      "Scopes, durch einzelne Leerzeichen getrennt. Jeder ist ein Scope der Autorisierungsanfrage. Nicht gewährte Scopes werden ausgelassen. Ohne den Parameter: alle gewährten Scopes.",
    "The access token, opaque to the app.": "Das Access-Token; sein Inhalt ist für die App ohne Bedeutung.",
    "Remaining lifetime of the access token, in seconds.": "Restlaufzeit des Access-Tokens in Sekunden.",
    "The refresh token; absent for apps whose refresh mode is NONE.":
      "Das Refresh-Token; fehlt bei Apps ohne Refresh-Tokens.",
    "Remaining lifetime of the refresh token, in seconds.": "Restlaufzeit des Refresh-Tokens in Sekunden.",
    "The scopes of the access token, separated by single spaces.":
      "Die Scopes des Access-Tokens, durch einzelne Leerzeichen getrennt.",
    "The merchant that the tokens act for.": "Das Geschäft, für das die Tokens gelten.",
    "The installation of the app on the merchant.": "Die Installation der App bei dem Geschäft.",
    "An access token or a refresh token of the app.": "Ein Access-Token oder Refresh-Token der App.",
    "`access_token` or `refresh_token`; has no effect.": "`access_token` oder `refresh_token`; ohne Wirkung.",
    "The merchant to uninstall the app from.": "Das Geschäft, bei dem die App deinstalliert wird.",
    "The id of the service key; not checked.": "Die Kennung des Dienstschlüssels; wird nicht geprüft.",
    "The service key, unless it is in the Authorization header.":
      "Der Dienstschlüssel, wenn er nicht im Header Authorization steht.",
    "The token to introspect.": "Das zu prüfende Token.",
    "`refresh_token` to introspect a refresh token. Without the hint, a refresh token is inactive.":
      "`refresh_token`, um ein Refresh-Token zu prüfen. Ohne diese Angabe gilt ein Refresh-Token als inaktiv.",
    "The app that the token was issued to.": "Die App, für die das Token ausgestellt wurde.",
    "Absent for refresh tokens.": "Fehlt bei Refresh-Tokens.",
    "Expiry, in seconds since 1970-01-01 UTC.": "Ablaufzeit, in Sekunden seit 1970-01-01 UTC.",
    "Issue time, in seconds since 1970-01-01 UTC.": "Ausstellungszeit, in Sekunden seit 1970-01-01 UTC.",
    "The issuer.": "Der Aussteller.",
    "The merchant; the same as `merchant_id`.": "Das Geschäft; wie `merchant_id`.",
    "The id of the token.": "Die Kennung des Tokens.",
    "The merchant that the token acts for.": "Das Geschäft, für das das Token gilt.",
    "Increases each time the app is re-installed.": "Steigt mit jeder neuen Installation der App.",
    "The account that gave consent.": "Das Konto, das zugestimmt hat.",
    "Present for a token of a test merchant.": "Nur bei einem Token eines Testgeschäfts.",
    "The issuer, an origin.": "Der Aussteller, eine Origin.",
    "The scope catalogue.": "Der Katalog der Scopes.",
  },
};
