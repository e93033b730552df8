import type { en } from "./messages.en.ts";

export const de: typeof en = {
  title: "Fehler",
  lead: "Die Endpunkte für Token, Widerruf, Introspection und Deinstallation geben Fehler als JSON zurück; der Autorisierungsendpunkt sendet sie an die Redirect-URI. Zu jedem Wert von `error` stehen hier Ursache, Lösung und ein Beispiel.",
  tasks: {
    fix: "Die Anfrage korrigieren",
    merchant: "Das Geschäft fragen",
    again: "Noch einmal senden",
    support: "{platform} um Hilfe bitten",
  },
  groups: {
    json: {
      title: "Fehler in Antworten",
      text: "Die Endpunkte antworten mit einem JSON-Objekt. Seine Felder sind Zeichenketten, und keines fehlt. Welche Anfragen Sie noch einmal senden, steht unter [Wiederholungen](/docs/retries#when).",
    },
    redirect: {
      title: "Fehler an der Redirect-URI",
      text: "Der Browser kehrt mit `error` statt `code` zurück. Vergleichen Sie `state` und `iss` wie nach einem Erfolg. Neben den Codes unten können hier auch `invalid_request` und `invalid_scope` ankommen.",
    },
    api: {
      title: "Fehler einer API",
      text: "Die APIs von {platform} lehnen ein Access-Token mit dem Header `WWW-Authenticate` ab.",
    },
  },
  onlyAgain:
    "Senden Sie dieselbe Anfrage nur dann noch einmal, wenn diese Seite es sagt. Jeder andere Fehler kommt wieder, bis seine Ursache behoben ist.",
  cause: "Ursache:",
  action: "Lösung:",
  again: "Erneut senden?",
  fields: {
    columns: ["Feld", "Bedeutung"],
    rows: [
      ["`error`", "Der Code. Entscheiden Sie in Ihrer App nach ihm."],
      ["`error_description`", "Was in diesem Fall falsch ist, für Ihr Log."],
      ["`error_uri`", "Die Adresse des Codes auf dieser Seite."],
      ["`request_id`", "Die Kennung der Anfrage. Nennen Sie sie {platform}, wenn Sie um Hilfe bitten."],
    ],
  },
  byStatus: {
    title: "Nach Status",
    columns: ["Status", "Bedeutung", "Was zu tun ist"],
    sendAgain: "Senden Sie die Anfrage noch einmal",
    rows: [
      [
        ["400"],
        "Die Anfrage oder ihr Grant ist falsch.",
        "no",
        "Korrigieren Sie die Anfrage, oder beginnen Sie die Autorisierung von vorn. Behalten Sie nach `unauthorized_client` während einer Pause oder Sperre die Tokens.",
      ],
      [
        ["401"],
        "Die App, der Dienstschlüssel oder das Access-Token wird nicht akzeptiert.",
        "no",
        "Prüfen Sie die Zugangsdaten. Erneuern Sie bei einer API zuerst das Access-Token.",
      ],
      [
        ["403"],
        "Das Access-Token oder der Dienstschlüssel erlaubt die Anfrage nicht.",
        "no",
        "Fordern Sie den fehlenden Scope an.",
      ],
      [
        ["405", "413", "415"],
        "Die Methode, die Größe oder der Typ des Bodys ist falsch.",
        "no",
        "Korrigieren Sie die Anfrage.",
      ],
      [["429"], "Es gab zu viele Fehlversuche.", "yes", "nach den Sekunden in `Retry-After`."],
      [
        ["500"],
        "{platform} hat einen internen Fehler.",
        "no",
        "Melden Sie die `request_id`. Wiederholen Sie die Anfrage nicht automatisch.",
      ],
      [
        ["503"],
        "{platform} ist ausgefallen.",
        "yes",
        "nach den Sekunden in `Retry-After`. Ein Refresh lässt sich gefahrlos wiederholen.",
      ],
    ],
  },
  example: "Beispiel der Antwort",
  redirected: "Beispiel der Weiterleitung",
  fails: [
    { heading: "Schlägt es weiterhin fehl?", id: "fails" },
    {
      list: [
        "[Wiederholungen](/docs/retries#when) sagt, welche Anfragen Sie wann noch einmal senden.",
        "[Testgeschäfte](/docs/test-merchants#failures) zeigt, wie Sie Fehler zum Testen auslösen.",
        "[Aufruf ausprobieren](/docs/try) sendet die Anfrage ohne Ihren Code und zeigt die Antwort.",
        "[Link prüfen](/portal/check) im Entwicklerportal nennt den Fehler in einer Autorisierungs-URL, die Sie einfügen.",
      ],
    },
  ],
  codes: {
    invalid_request: {
      meaning:
        "Die Anfrage ist fehlerhaft: Ein Parameter fehlt, kommt mehrfach vor, hat den falschen Typ oder steht an der falschen Stelle, oder die Anfrage verletzt HTTP.",
      action: "Ändern Sie, was `error_description` nennt.",
    },
    invalid_client: {
      meaning:
        "Die App ist unbekannt, abgelehnt, gesperrt oder archiviert, oder sie hat sich nicht authentifiziert. Bei der Introspection ist der Dienstschlüssel ungültig.",
      action:
        "Senden Sie `client_id` und `client_secret` entweder im Body oder mit HTTP Basic, nicht in beiden. Eine App ohne Secret sendet nur `client_id`. Bei der Introspection ist `client_secret` der Dienstschlüssel.",
    },
    invalid_grant: {
      meaning:
        "Der Autorisierungscode oder das Refresh-Token ist ungültig, abgelaufen, benutzt oder widerrufen, oder wurde für eine andere App, `redirect_uri` oder einen anderen `code_verifier` ausgestellt. Ein Code wird auch abgelehnt, wenn das Mitglied, das den Zugriff erlaubt hat, dieses Recht inzwischen verloren hat, zum Beispiel weil es nicht mehr zum Geschäft gehört.",
      action:
        "Bei einem Code: Beginnen Sie die Autorisierung von vorn. Bei einem Refresh-Token: Verwenden Sie das neueste, das Sie gespeichert haben. Wird auch dieses abgelehnt, löschen Sie die Tokens und bitten Sie das Geschäft, Ihre App erneut zu verbinden.",
    },
    unauthorized_client: {
      meaning:
        "Die App darf das nicht: Das Token gehört einer anderen App, die App hat kein Secret, um eine Deinstallation zu authentifizieren, das Geschäft ist gesperrt, oder die Installation ist pausiert oder gesperrt.",
      action: "Behalten Sie die Tokens während einer Pause oder Sperre. Korrigieren Sie sonst die Anfrage.",
      again: "Nach dem Ende der Pause oder Sperre, mit demselben Refresh-Token.",
    },
    unsupported_grant_type: {
      meaning: "`grant_type` ist weder `authorization_code` noch `refresh_token`.",
      action: "Senden Sie einen der beiden Werte.",
    },
    unsupported_response_type: {
      meaning: "`response_type` ist nicht `code`.",
      action: "Senden Sie `response_type=code`, oder lassen Sie den Parameter weg.",
    },
    invalid_scope: {
      meaning:
        "Der Scope fehlt, ist fehlerhaft oder ist für die App nicht registriert. Bei einem Refresh gehörte ein Scope nicht zur Autorisierungsanfrage, oder kein gewährter Scope bleibt übrig.",
      action:
        "Fordern Sie registrierte Scopes an, durch einzelne Leerzeichen getrennt. Einen [eingeschränkten](/docs/scopes#restricted) Scope muss auch {platform} erlaubt haben.",
    },
    access_denied: {
      meaning:
        "Das Geschäft hat abgelehnt, die angemeldete Person darf mit diesem Geschäft keine Apps verbinden, oder die App ist nicht freigegeben und das Geschäft ist kein Testgeschäft ihres Teams.",
      action:
        "Wiederholen Sie die Anfrage nicht. Beginnen Sie eine neue Autorisierung, wenn das Geschäft die App erneut verbindet.",
    },
    request_not_supported: {
      meaning: "Der Parameter `request` wird nicht unterstützt.",
      action: "Entfernen Sie ihn, und senden Sie jeden Parameter in der Autorisierungs-URL.",
    },
    request_uri_not_supported: {
      meaning: "Der Parameter `request_uri` wird nicht unterstützt.",
      action: "Entfernen Sie ihn, und senden Sie jeden Parameter in der Autorisierungs-URL.",
    },
    temporarily_unavailable: {
      meaning: "{platform} kann im Moment nicht antworten, oder es gab zu viele fehlgeschlagene Versuche.",
      action: "Warten Sie so lange, wie der Header `Retry-After` angibt.",
      again: "Ja, nach dieser Zeit. Ein Refresh lässt sich gefahrlos wiederholen.",
    },
    server_error: {
      meaning: "Ein interner Fehler von {platform}.",
      action: "Wiederholen Sie die Anfrage nicht automatisch. Melden Sie {platform} die `request_id`.",
    },
    invalid_token: {
      meaning:
        "Bei einer API von {platform} fehlt das Access-Token, ist abgelaufen oder widerrufen. Bei der Introspection fehlt der Dienstschlüssel oder ist ungültig.",
      action:
        "Erneuern Sie das Access-Token und wiederholen Sie die Anfrage. Bei der Introspection senden Sie einen gültigen Schlüssel als Bearer-Token, als Passwort mit HTTP Basic oder als `client_secret`.",
    },
    insufficient_scope: {
      meaning:
        "Bei einer API von {platform} fehlt dem Access-Token ein Scope, den die Anfrage braucht. Bei der Introspection fehlt dem Dienstschlüssel die Berechtigung.",
      action:
        "Starten Sie eine Autorisierung mit dem Scope, den `WWW-Authenticate` nennt. Bei der Introspection verwenden Sie einen Schlüssel, der die Berechtigung hat.",
    },
  },
};
