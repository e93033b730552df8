import type { en } from "./messages.en.ts";

/** Texts of the pages of endpoints, in German. */
export const de: typeof en = {
  title: "Endpunkte",
  lead: "Die OAuth-Endpunkte für Apps, jeder mit seinen Parametern, Antworten und Statuscodes.",
  baseUrl: "Basis-URL",
  baseUrlText:
    "Alle Beispiele verwenden diese Pfade. Dieselben Pfade funktionieren auch unter `/api/v1`. Verwenden Sie jene, wenn Ihre App jahrelang ohne Änderung laufen soll: Dort ändern sich bestehende Felder von Antworten nie ([Änderungen](/docs/changelog#breaking)).",
  all: "Alle Endpunkte",
  conventions: "Anfragen und Antworten",
  conventionList: [
    "Der Body einer Anfrage ist ein Formular oder ein JSON-Objekt mit Zeichenketten als Werten, in UTF-8. `Content-Type` sagt, welches von beiden: `application/x-www-form-urlencoded` oder `application/json`.",
    "Ein Wert hat höchstens 4.096 Zeichen und keine Steuerzeichen; ein Body hat höchstens 64 Parameter und 16 KiB. Unbekannte Parameter werden ignoriert.",
    "Antworten sind JSON. Ein Fehler hat `error`, `error_description`, `error_uri` und `request_id`.",
    "Diese Seiten sind aus dem [OpenAPI-Dokument](/openapi.json) erzeugt, aus dem Sie auch einen Client erzeugen können.",
  ],
  lengths: {
    clientId: "26 Zeichen",
    merchantId: "bis zu 64 Zeichen",
    uuid: "UUID",
    token: "77 Zeichen",
  },
  formats: {
    title: "Kennungen und Tokens",
    lead: "Speichern Sie diese Werte unverändert, und zerlegen Sie sie nicht. Groß- und Kleinschreibung zählt.",
    columns: ["Wert", "Format"],
    rows: [
      ["Client-ID", "`app_` und Buchstaben und Ziffern: 26 Zeichen"],
      [
        "Kennung des Geschäfts",
        "`mer_` und eine UUID: 40 Zeichen. Oder eine Kennung, die {platform} gewählt hat: 1 bis 64 Buchstaben, Ziffern, Punkte, Unterstriche und Bindestriche",
      ],
      ["Kennung von Installation, Konto, Token oder Ereignis", "UUID: 36 Zeichen"],
      ["Client-Secret", "`lk_cs_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Autorisierungscode", "`lk_ac_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Access-Token", "`lk_at_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Refresh-Token", "`lk_rt_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Installations-Token", "`lk_it_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Dienstschlüssel", "`lk_sk_` und Buchstaben und Ziffern: 77 Zeichen"],
      ["Webhook-Secret", "`whsec_` und Base64: 50 Zeichen"],
    ],
    prefix:
      "{platform} kann ein anderes Präfix als `lk` wählen, mit bis zu 16 Zeichen. Dann haben Secrets und Tokens bis zu 91 Zeichen. Neue Werte können [ohne Ankündigung](/docs/changelog#compatible) ein anderes Format haben.",
  },
  authenticate: {
    title: "Authentifizierung",
    ways: [
      {
        id: "basic",
        text: "Eine App mit Secret authentifiziert sich über HTTP Basic, mit der Client-ID als Benutzername und dem Secret als Passwort, beide formularkodiert. Oder sie sendet `client_id` und `client_secret` im Body, aber nicht beides:",
        label: "App mit Secret",
      },
      {
        id: "public",
        text: "Eine App ohne Secret sendet ihre `client_id` im Body. Sie kann sich nicht selbst [deinstallieren](/docs/endpoints/uninstall):",
        label: "App ohne Secret",
      },
      {
        id: "service",
        text: "Ein Dienst von {platform} [prüft](/docs/endpoints/introspect) Tokens mit einem Dienstschlüssel. Kein anderer Endpunkt nimmt den Schlüssel an:",
        label: "Dienstschlüssel",
      },
    ],
  },
  limits: {
    title: "Ratenbegrenzung",
    lead: "Erfolgreiche Anfragen sind nicht begrenzt. Begrenzt sind fehlgeschlagene Authentifizierungen, damit niemand Secrets erraten kann:",
    columns: ["Gezählt", "Grenze"],
    rows: [
      ["Fehlversuche einer App von einer IP-Adresse", "60 pro Minute"],
      ["Fehlversuche aller Apps von einer IP-Adresse", "300 pro Minute"],
    ],
    text: "{platform} kann andere Grenzen einstellen. Ist eine Grenze überschritten, hat die Antwort Status 429, und `Retry-After` nennt die Sekunden, die Sie warten. Weitere Header zu Grenzen gibt es nicht. Jede Antwort hat `x-request-id`; ein Fehler wiederholt den Wert als `request_id`.",
    sample: "Antwort bei überschrittener Grenze",
  },
  url: "URL des Endpunkts",
  authentication: "Authentifizierung",
  authentications: {
    app: "HTTP Basic oder `client_id` und `client_secret` im Body",
    service: "Ein Dienstschlüssel über HTTP Basic, als Bearer-Token oder als `client_secret`",
    none: "Keine",
    browser: "Keine. Das Geschäft meldet sich auf der Seite an, die sich öffnet.",
  },
  body: "Body",
  bodyText: "Ein Formular oder JSON",
  postBodyText: "Mit POST: ein Formular oder JSON",
  request: "Parameter",
  response: "Antwort",
  exampleRequest: "Anfrage",
  exampleExchange: "Einlösen",
  exampleRefresh: "Refresh",
  exampleResponse: "Antwort",
  exampleInactive: "Antwort für ein ungültiges Token",
  exampleError: "Fehler",
  exampleReturn: "Weiterleitung mit einem Fehler",
  groups: {
    AuthorizationCodeGrant: "Code einlösen",
    RefreshTokenGrant: "Tokens erneuern",
    ActiveToken: "Aktives Token",
    InactiveToken: "Inaktives Token",
  },
  noBody: "Kein Body",
  sharedFailsTitle: "Statuscodes von Fehlern",
  failsTitle: (endpoint) => `Fehler bei ${endpoint}`,
  unauthorized:
    "Die Client-ID oder das Secret wird nicht angenommen, oder bei Introspect der Dienstschlüssel. Prüfen Sie die Zugangsdaten und den Status der App.",
  sharedFails:
    "Diese Statuscodes bedeuten bei allen Endpunkten, die sie haben, dasselbe. [Fehler](/docs/errors) erklärt jeden Code im Body, und [Wiederholungen](/docs/retries#when) sagt, wann sich eine Anfrage wiederholen lässt.",
  sharedHere:
    "Die Liste der Endpunkte [erklärt diese Statuscodes](/docs/endpoints#fails), die mehrere Endpunkte haben:",
  endpointFails:
    "Der Body ist ein JSON-Objekt mit `error`. [Fehler](/docs/errors) erklärt jeden Code, und [Wiederholungen](/docs/retries#when) sagt, wann sich die Anfrage wiederholen lässt.",
  browserFails:
    "Stimmen Client-ID und Redirect-URI, kommen Fehler an der Redirect-URI an: [Fehler](/docs/errors#redirect-errors) erklärt jeden Code. Andernfalls zeigt der Browser eine Seite mit einem dieser Statuscodes.",
  required: "Erforderlich",
  conditional: "Manchmal erforderlich",
  withoutBasic: "Ohne HTTP Basic erforderlich",
  optional: "Optional",
  canBeAbsent: "Kann fehlen",
  always: (values) => `Immer ${values}.`,
  oneOf: (values) => `Eines von ${values}.`,
  example: "Beispiel",
  atLeast: (value) => `Mindestens ${value}.`,
  statusColumns: ["Status", "Bedeutung, und was zu tun ist"],
  texts: {
    "Start an authorization": "Eine Autorisierung beginnen",
    "Redirects the browser to the sign-in page, to the consent page, or to `redirect_uri` with `code`, `state` and `iss`. POST accepts the same parameters in a form or as JSON.":
      "Leitet den Browser zur Anmeldung, zur Zustimmungsseite oder mit `code`, `state` und `iss` zur `redirect_uri` weiter. POST nimmt dieselben Parameter als Formular oder JSON an.",
    "Scopes, separated by single spaces.": "Scopes, durch einzelne Leerzeichen getrennt.",
    "The client ID of the app, as on its page in the developer portal.":
      "Die Client-ID der App, wie auf ihrer Seite im Entwicklerportal.",
    "The address that the browser returns to. It equals a registered redirect URI in every character. Apps without a secret may use any port with `http://127.0.0.1` and `http://[::1]`.":
      "Die Adresse, zu der der Browser zurückkehrt. Sie gleicht einer registrierten Redirect-URI Zeichen für Zeichen. Apps ohne Secret dürfen mit `http://127.0.0.1` und `http://[::1]` jeden Port verwenden.",
    "The scopes to request, separated by single spaces. The app has registered each of them.":
      "Die angeforderten Scopes, durch einzelne Leerzeichen getrennt. Die App hat jeden davon registriert.",
    "A random value of the browser’s session. It comes back unchanged; the app compares it before it uses the code. 1 to 2,048 bytes of UTF-8 without control characters.":
      "Ein zufälliger Wert der Browsersitzung. Er kommt unverändert zurück; die App vergleicht ihn, bevor sie den Code verwendet. 1 bis 2.048 Byte UTF-8 ohne Steuerzeichen.",
    "The type of the response. `code` is the default and the only value.":
      "Die Art der Antwort. `code` ist der Standard und der einzige Wert.",
    "The PKCE challenge: the SHA-256 hash of the `code_verifier` in base64url without padding, 43 characters. Required for apps without a secret and recommended for all. Default: no PKCE.":
      "Die PKCE-Challenge: der SHA-256-Hash des `code_verifier` in base64url ohne Padding, 43 Zeichen. Erforderlich für Apps ohne Secret und für alle empfohlen. Standard: kein PKCE.",
    "The method of the challenge. `S256` is the only value. Required with `code_challenge`; there is no default.":
      "Das Verfahren der Challenge. `S256` ist der einzige Wert. Erforderlich mit `code_challenge`; es gibt keinen Standard.",
    "The ID of the merchant that the consent page preselects. An account with several merchants can choose another one. Default: no preselection.":
      "Die Kennung des Geschäfts, das die Zustimmungsseite vorauswählt. Ein Konto mit mehreren Geschäften kann ein anderes wählen. Standard: keine Vorauswahl.",
    "The pages to show even if they are not needed, separated by single spaces. `login` and `select_account` ask for a new sign-in, for example with another account; `consent` shows the consent page even if all scopes are granted. Default: only the pages that are needed.":
      "Die Seiten, die auch ohne Bedarf erscheinen, durch einzelne Leerzeichen getrennt. `login` und `select_account` verlangen eine neue Anmeldung, zum Beispiel mit einem anderen Konto; `consent` zeigt die Zustimmungsseite, auch wenn alle Scopes gewährt sind. Standard: nur die nötigen Seiten.",
    "The `install_token` that the app received at its launch URL, the address in its form that the install link opens. It is valid once, for 10 minutes, and preselects the merchant; the consent page always appears. Default: the authorization does not come from an install link.":
      "Das `install_token`, das die App an ihrer Start-URL erhalten hat: der Adresse aus ihrem Formular, die der Installationslink öffnet. Es gilt einmal und 10 Minuten lang und wählt das Geschäft vor; die Zustimmungsseite erscheint immer. Standard: Die Autorisierung kommt nicht von einem Installationslink.",
    "A redirect to the sign-in page or the consent page. In the end, the browser returns to `redirect_uri` with these parameters.":
      "Eine Weiterleitung zur Anmeldung oder zur Zustimmungsseite. Am Ende kehrt der Browser mit diesen Parametern zur `redirect_uri` zurück.",
    "The code to exchange at the token endpoint within one minute. Absent after an error.":
      "Der Code, den die App innerhalb einer Minute am Token-Endpunkt einlöst. Fehlt nach einem Fehler.",
    "The `state` of the request. Absent if the request had no valid one.":
      "Der `state` der Anfrage. Fehlt, wenn die Anfrage keinen gültigen hatte.",
    "The issuer, to compare with the address of the platform (RFC 9207).":
      "Der Aussteller, zum Vergleich mit der Adresse von {platform} (RFC 9207).",
    "The code of the error. Absent after a success.": "Der Code des Fehlers. Fehlt nach einem Erfolg.",
    "The cause of the error, in one sentence. Absent after a success.":
      "Was falsch ist, in einem Satz. Fehlt nach einem Erfolg.",
    "The app or the redirect URI is unknown. The body is an HTML page, without a redirect.":
      "Die App oder die Redirect-URI ist unbekannt. Die Antwort ist eine HTML-Seite ohne Weiterleitung.",
    "An outage. The body is an HTML page.": "Ein Ausfall; die Antwort ist eine HTML-Seite.",
    "The body is larger than 16 KiB. Send a smaller one.":
      "Der Body ist größer als 16 KiB. Senden Sie einen kleineren.",
    "The body is neither a form nor JSON. Send one of them, with its `Content-Type`.":
      "Der Body ist weder ein Formular noch JSON. Senden Sie eines von beiden, mit seinem `Content-Type`.",
    "Exchange a code or refresh tokens": "Einen Code einlösen oder Tokens erneuern",
    "Returns tokens for the code of an authorization, or for a refresh token. If the response to a refresh is lost, repeat the request: within the retry window, it gets the same tokens.":
      "Gibt Tokens für den Code einer Autorisierung oder für ein Refresh-Token zurück. Geht die Antwort auf einen Refresh verloren, wiederholen Sie die Anfrage: Innerhalb des Wiederholungsfensters erhält sie dieselben Tokens.",
    "Tokens.": "Tokens.",
    "Revoke a token": "Ein Token widerrufen",
    "Revokes an access token, or with a refresh token all tokens of the authorization. This cannot be undone. An unknown token also gets 200. The app stays installed: [Uninstall](/docs/endpoints/uninstall) removes it.":
      "Widerruft ein Access-Token oder mit einem Refresh-Token alle Tokens der Autorisierung. Das lässt sich nicht rückgängig machen. Auch ein unbekanntes Token erhält 200. Die App bleibt installiert: [Uninstall](/docs/endpoints/uninstall) deinstalliert sie.",
    "The token is revoked. The body is empty.": "Das Token ist widerrufen. Der Body ist leer.",
    "Introspect a token": "Ein Token prüfen (Introspection)",
    "Says if a token is valid, and for which app, merchant and scopes. For APIs and other services of the platform; apps do not need this endpoint. The platform creates the service key in its console.":
      "Sagt, ob ein Token gültig ist und für welche App, welches Geschäft und welche Scopes. Für APIs und andere Dienste von {platform}; Apps brauchen diesen Endpunkt nicht. Den Dienstschlüssel legt {platform} in der Konsole an.",
    "The state of the token.": "Der Status des Tokens.",
    "The service key is missing or invalid. Send a valid one.":
      "Der Dienstschlüssel fehlt oder ist ungültig. Senden Sie einen gültigen.",
    "The service key lacks the permission `tokens:introspect`. Use a key that has it.":
      "Dem Dienstschlüssel fehlt die Berechtigung `tokens:introspect`. Verwenden Sie einen Schlüssel, der sie hat.",
    "Uninstall the app from a merchant": "Die App bei einem Geschäft deinstallieren",
    "Removes the app from a merchant and revokes all tokens of the installation. For apps with a secret. If the app is not installed, it gets 200 too.":
      "Deinstalliert die App bei einem Geschäft und widerruft alle Tokens der Installation. Für Apps mit Secret. Auch wenn die App nicht installiert ist, erhält sie 200.",
    "The app is uninstalled. The body is empty.": "Die App ist deinstalliert. Der Body ist leer.",
    "Authorization server metadata": "Metadaten des Autorisierungsservers",
    "The endpoints, scopes and methods of the service, for clients that configure themselves.":
      "Die Endpunkte, Scopes und Verfahren von {platform}, für Clients, die sich selbst konfigurieren.",
    "The metadata. Scripts of any origin can read it.": "Die Metadaten. Skripte von jedem Origin können sie lesen.",
    "The request is malformed or not allowed. Correct it; the same request fails again.":
      "Die Anfrage ist fehlerhaft oder nicht erlaubt. Korrigieren Sie sie; dieselbe Anfrage schlägt wieder fehl.",
    "The request is malformed, or its code or refresh token is invalid. Correct the request, or start the authorization again.":
      "Die Anfrage ist fehlerhaft, oder ihr Code oder Refresh-Token ist ungültig. Korrigieren Sie die Anfrage, oder beginnen Sie die Autorisierung neu.",
    "The app is unknown, or failed to authenticate. Check the client ID and the secret.":
      "Die App ist unbekannt oder hat sich nicht authentifiziert. Prüfen Sie Client-ID und Secret.",
    "The app is unknown, rejected, suspended or archived, or failed to authenticate. Check the client ID, the secret and the state of the app.":
      "Die App ist unbekannt, abgelehnt, gesperrt oder archiviert oder hat sich nicht authentifiziert. Prüfen Sie Client-ID, Secret und Status der App.",
    "The endpoint does not support the method. Send one of those in `Allow`.":
      "Der Endpunkt unterstützt die Methode nicht. Senden Sie eine von denen in `Allow`.",
    "Too many failed attempts. Check the credentials, and send the request again after `Retry-After`.":
      "Zu viele fehlgeschlagene Versuche. Prüfen Sie die Zugangsdaten, und senden Sie die Anfrage nach `Retry-After` noch einmal.",
    "An internal error. Report the `request_id` to the platform.":
      "Ein interner Fehler. Melden Sie {platform} die `request_id`.",
    "An outage. Send the same request again after `Retry-After`.":
      "Ein Ausfall. Senden Sie dieselbe Anfrage nach `Retry-After` noch einmal.",
    "An outage. Send the same request again after `Retry-After`; a refresh is safe to repeat.":
      "Ein Ausfall. Senden Sie dieselbe Anfrage nach `Retry-After` noch einmal; ein Refresh lässt sich gefahrlos wiederholen.",
    "The client ID of the app. Required unless it is sent by HTTP Basic.":
      "Die Client-ID der App. Erforderlich, außer mit HTTP Basic.",
    "The app’s secret, which begins with `lk_cs_`. Required for apps with a secret unless it is sent by HTTP Basic; not allowed in both. Apps without a secret send `client_id` only.":
      "Das Secret der App; es beginnt mit `lk_cs_`. Erforderlich für Apps mit Secret, außer mit HTTP Basic; nicht an beiden Stellen erlaubt. Apps ohne Secret senden nur `client_id`.",
    "The `code` from the redirect. It works once, for one minute.":
      "Der `code` aus der Weiterleitung. Er gilt einmal und eine Minute lang.",
    "The `redirect_uri` of the authorization request, equal in every character.":
      "Die `redirect_uri` der Autorisierungsanfrage, Zeichen für Zeichen.",
    "The PKCE verifier whose hash is the `code_challenge`: 43 to 128 characters (RFC 7636). Required if the authorization request had a challenge.":
      "Der PKCE-Verifier, dessen Hash die `code_challenge` ist: 43 bis 128 Zeichen (RFC 7636). Erforderlich, wenn die Autorisierungsanfrage eine Challenge hatte.",
    "The newest refresh token, which begins with `lk_rt_`.": "Das neueste Refresh-Token; es beginnt mit `lk_rt_`.",
    "Scopes, separated by single spaces. Each is a scope of the authorization request. Scopes that were not granted are left out. Default: all granted scopes.":
      "Scopes, durch einzelne Leerzeichen getrennt. Jeder ist ein Scope der Autorisierungsanfrage. Nicht gewährte Scopes werden ausgelassen. Standard: alle gewährten Scopes.",
    "The access token, opaque to the app.": "Das Access-Token; sein Inhalt ist für die App ohne Bedeutung.",
    "Remaining lifetime of the access token, in seconds.": "Restlaufzeit des Access-Tokens in Sekunden.",
    "The refresh token; absent for apps without refresh tokens.":
      "Das Refresh-Token; fehlt bei Apps ohne Refresh-Tokens.",
    "Remaining lifetime of the refresh token, in seconds.": "Restlaufzeit des Refresh-Tokens in Sekunden.",
    "The scopes of the access token, separated by single spaces.":
      "Die Scopes des Access-Tokens, durch einzelne Leerzeichen getrennt.",
    "The ID of the merchant that the tokens act for.": "Die Kennung des Geschäfts, für das die Tokens gelten.",
    "The ID of the installation of the app on the merchant.": "Die Kennung der Installation der App bei dem Geschäft.",
    "An access token or a refresh token of the app.": "Ein Access-Token oder Refresh-Token der App.",
    "`access_token` or `refresh_token`, as in RFC 7009. It has no effect: the token’s own type decides.":
      "`access_token` oder `refresh_token`, wie in RFC 7009. Ohne Wirkung: Der Typ des Tokens selbst entscheidet.",
    "The ID of the merchant to uninstall the app from. It is the `merchant_id` of the token response.":
      "Die Kennung des Geschäfts, bei dem die App deinstalliert wird. Es ist die `merchant_id` der Token-Antwort.",
    "Any value; only the key is checked.": "Beliebig; nur der Schlüssel wird geprüft.",
    "The service key. Required unless it is in the `Authorization` header.":
      "Der Dienstschlüssel. Erforderlich, außer er steht im Header `Authorization`.",
    "The access token that the API received, or a refresh token.":
      "Das Access-Token, das die API erhalten hat, oder ein Refresh-Token.",
    "`refresh_token` to introspect a refresh token. Without the hint, a refresh token is inactive.":
      "`refresh_token`, um ein Refresh-Token zu prüfen. Ohne diese Angabe gilt ein Refresh-Token als inaktiv.",
    "The client ID of the app that the token was issued to.":
      "Die Client-ID der App, für die das Token ausgestellt wurde.",
    "Absent for refresh tokens.": "Fehlt bei Refresh-Tokens.",
    "Expiry, in seconds since 1970-01-01 UTC.": "Ablaufzeit, in Sekunden seit 1970-01-01 UTC.",
    "Issue time, in seconds since 1970-01-01 UTC.": "Ausstellungszeit, in Sekunden seit 1970-01-01 UTC.",
    "The issuer.": "Der Aussteller.",
    "The merchant; the same as `merchant_id`.": "Das Geschäft; wie `merchant_id`.",
    "The ID of the token.": "Die Kennung des Tokens.",
    "The ID of the merchant that the token acts for.": "Die Kennung des Geschäfts, für das das Token gilt.",
    "Increases each time the app is re-installed.": "Steigt mit jeder neuen Installation der App.",
    "The account that gave consent.": "Das Konto, das zugestimmt hat.",
    "Present for a token of a test merchant.": "Nur bei einem Token eines Testgeschäfts.",
    "The issuer, an origin.": "Der Aussteller, ein Origin.",
    "The scopes of the platform.": "Die Scopes von {platform}.",
    "The kind of the request.": "Die Art der Anfrage.",
    "The type of the access token.": "Der Typ des Access-Tokens.",
    "True for a token that is valid.": "Wahr bei einem gültigen Token.",
    "False for a token that is invalid, expired, revoked or unknown.":
      "Falsch bei einem ungültigen, abgelaufenen, widerrufenen oder unbekannten Token.",
    "The kind of the token.": "Die Art des Tokens.",
    "The URL of the authorization endpoint.": "Die URL des Autorisierungsendpunkts.",
    "The URL of the token endpoint.": "Die URL des Token-Endpunkts.",
    "The URL of the revocation endpoint.": "Die URL des Endpunkts zum Widerrufen.",
    "The URL of the introspection endpoint.": "Die URL des Introspection-Endpunkts.",
    "The values of `response_type`.": "Die Werte von `response_type`.",
    "How the response returns to the app: in the query of the redirect URI.":
      "Wie die Antwort zur App zurückkehrt: in der Query der Redirect-URI.",
    "The values of `grant_type`.": "Die Werte von `grant_type`.",
    "How an app authenticates at the token endpoint.": "Wie sich eine App am Token-Endpunkt authentifiziert.",
    "How an app authenticates at the revocation endpoint.":
      "Wie sich eine App am Endpunkt zum Widerrufen authentifiziert.",
    "How a service authenticates at the introspection endpoint.":
      "Wie sich ein Dienst am Introspection-Endpunkt authentifiziert.",
    "The values of `code_challenge_method`.": "Die Werte von `code_challenge_method`.",
    "The redirect URI gets `iss` (RFC 9207).": "Die Redirect-URI erhält `iss` (RFC 9207).",
  },
};
