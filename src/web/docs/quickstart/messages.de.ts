import type { en } from "./messages.en.ts";

/** Texts of the quickstart, in German. */
export const de: typeof en = {
  title: "Schnellstart",
  lead: "Führen Sie ein Programm aus, das Ihre App mit einem Testgeschäft verbindet, und lesen Sie dann, wie seine Teile funktionieren. Es braucht keine Pakete.",
  signedOut: "Melden Sie sich als Entwickler an, um die Werte Ihrer App in den Beispielen zu sehen.",
  noApp: "Legen Sie im Entwicklerportal eine App an, um ihre Werte in den Beispielen zu sehen.",
  app: "App",
  show: "Anzeigen",
  filledIn: "Die Beispiele enthalten die Werte Ihrer App",
  languages: "Programmiersprache",
  run: {
    title: "Das Programm ausführen",
    needs: "Sie brauchen:",
    tools: {
      curl: "curl 7.76 oder neuer und openssl.",
      javascript: "Node.js 18.2 oder neuer.",
      python: "Python 3.",
      go: "Go 1.17 oder neuer.",
    },
    app: (redirectUri, confidential) =>
      `Eine [App](/portal/apps/new) mit mindestens einem Scope und der Redirect-URI \`${redirectUri}\`. Ein Entwurf genügt.${confidential ? " Bewahren Sie ihr Secret auf: Es wird nur einmal angezeigt." : ""}`,
    merchant:
      "Ein [Testgeschäft](/portal/test-merchants). Eine App ohne Freigabe funktioniert [mit keinem anderen Geschäft](/docs/test-merchants).",
    download: (file) => `${file} herunterladen`,
    replace: (names) => `Ersetzen Sie in der Datei diese Werte: ${names}.`,
    start: "Starten Sie das Programm in einem Terminal:",
    startWithSecret: "Starten Sie das Programm in einem Terminal, mit dem Secret Ihrer App:",
    result: (listens) =>
      `Öffnen Sie die Adresse, die es ausgibt, melden Sie sich mit dem Konto an, das das Testgeschäft angelegt hat, und erlauben Sie den Zugriff. ${
        listens
          ? "Das Programm nimmt die Weiterleitung an und gibt die Tokens aus."
          : "Fügen Sie die Adresse der Seite, die sich dann öffnet, innerhalb einer Minute im Terminal ein: Das Programm gibt die Tokens aus."
      }`,
  },
  explained: {
    title: "Wie das Programm funktioniert",
    paste: "Sie können die Teile auch nacheinander in ein Terminal einfügen.",
  },
  steps: {
    titles: {
      values: "Die Werte Ihrer App eintragen",
      authorize: "Die Autorisierungs-URL erzeugen",
      redirect: "Die Rückkehr des Browsers verarbeiten",
      exchange: "Den Code einlösen",
      store: "Die Tokens speichern",
      refresh: "Die Tokens erneuern",
      call: "Die API aufrufen",
    },
    texts: {
      values: ({ confidential }) => [
        "Das Programm beginnt mit den Werten Ihrer App. Die Client-ID bezeichnet die App, zur Redirect-URI kehrt der Browser zurück, und die Scopes nennen die Daten, die die App anfordert.",
        ...(confidential ? ["Das Secret steht in `CLIENT_SECRET`. Es gehört nicht in Ihren Quellcode."] : []),
      ],
      authorize: () => [
        "Erzeugen Sie einen zufälligen `state` und einen zufälligen PKCE-Verifier. Die URL enthält den Hash des Verifiers: Nur ein Programm, das den Verifier hat, kann den Code einlösen.",
        "In Ihrer App speichern Sie `state` und den Verifier in der Sitzung des Geschäfts und leiten den Browser zur URL weiter.",
      ],
      redirect: ({ listens }) => [
        ...(listens
          ? [
              "Der Browser öffnet Ihre Redirect-URI mit `code`, `state` und `iss`. Das Programm nimmt dort diese eine Anfrage an.",
            ]
          : [
              "Der Browser öffnet Ihre Redirect-URI mit `code`, `state` und `iss`. Wenn dort noch nichts antwortet, zeigt er einen Fehler; in seiner Adresszeile steht trotzdem die Adresse, die Sie einfügen.",
              "Mit einer Loopback-Adresse als Redirect-URI, etwa `http://127.0.0.1:8400/callback`, die eine App ohne Secret verwenden darf, nehmen die Programme in JavaScript, Python und Go die Weiterleitung selbst an.",
            ]),
        "Vergleichen Sie `state` und `iss`, bevor Sie den Code verwenden: Auch eine andere Website könnte den Browser geschickt haben.",
      ],
      exchange: () => [
        "Senden Sie den Code, die Redirect-URI und den Verifier mit den Zugangsdaten Ihrer App an den [Token-Endpunkt](/docs/endpoints/token).",
        "Der Code gilt nur einmal und läuft nach einer Minute ab. Scheitert die Anfrage, gibt das Programm einen Fehler aus, den [Fehler](/docs/errors) erklärt.",
      ],
      store: () => [
        "Speichern Sie die Tokens verschlüsselt und mit der `merchant_id`: Ihre App bekommt für jedes Geschäft andere Tokens.",
        "Speichern Sie auch `scope`. Es enthält, was das Geschäft erlaubt hat. Das kann weniger sein, als Ihre App angefordert hat.",
      ],
      refresh: () => [
        "Erneuern Sie das Access-Token, bevor es abläuft. Speichern Sie das neue Refresh-Token, bevor Sie das neue Access-Token verwenden.",
      ],
      call: ({ apiUrl, callFile }) => [
        "Senden Sie das Access-Token mit jeder Anfrage an die API von {platform}. Ein Token eines Testgeschäfts funktioniert mit der Sandbox-API.",
        `Die Anfrage ist ein eigenes Programm. Speichern Sie es als \`${callFile}\`, und starten Sie es mit dem Access-Token.${apiUrl ? "" : " Ersetzen Sie `https://api.example/orders` durch eine Adresse dieser API."}`,
      ],
    },
  },
  response: "Antwort",
  apiCall: "API-Anfrage",
  programIn: (language) => `Programm in ${language}`,
  showProgram: (lines) => `Das ganze Programm anzeigen (${lines} Zeilen)`,
  printed: {
    open: "Öffnen Sie diese Adresse im Browser:",
    paste: "Fügen Sie nach dem Erlauben die Adresse der Seite ein:",
    received: "Weiter im Terminal.",
    wrong: "state oder iss ist falsch.",
  },
  fails: {
    title: "Fehler beim Schnellstart",
    rows: [
      [
        "Eine Fehlerseite statt der Zustimmungsseite",
        "Die Client-ID oder die Redirect-URI ist falsch. Fügen Sie die Adresse in [Link prüfen](/portal/check) im Entwicklerportal ein; die Seite nennt den Fehler.",
      ],
      [
        "Keine Zustimmungsseite: Der Browser kehrt sofort zurück",
        "Das Geschäft hat diese Scopes schon erlaubt, deshalb [entfällt die Seite](/docs/authorization#skipped). Das Programm läuft wie sonst weiter. Um die Seite zu sehen, hängen Sie `&prompt=consent` an die Adresse an, die das Programm ausgibt.",
      ],
      [
        "„state oder iss ist falsch.“",
        "Die Weiterleitung stammt von einem früheren Lauf, oder die eingefügte Adresse ist unvollständig. Starten Sie das Programm neu, und öffnen Sie die Adresse, die es ausgibt.",
      ],
      [
        "Die Adresse wird schon verwendet (address already in use)",
        "Unter der Redirect-URI lauscht ein anderes Programm, zum Beispiel Ihre App. Beenden Sie es, oder registrieren Sie einen anderen Port.",
      ],
      [
        "[`access_denied`](/docs/errors#access_denied)",
        "Sie haben abgelehnt, oder Ihre App ist ein Entwurf und das Geschäft kein Testgeschäft.",
      ],
      ["[`invalid_client`](/docs/errors#invalid_client)", "Die Client-ID oder das Secret ist falsch."],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant)",
        "Der Code ist älter als eine Minute oder wurde schon verwendet. [Öffnen Sie eine neue Autorisierungs-URL](/docs/quickstart#authorize).",
      ],
      [
        "[`invalid_token`](/docs/errors#invalid_token) von der API",
        "Das Access-Token ist abgelaufen oder widerrufen: Erneuern Sie es und senden Sie die Anfrage noch einmal. Oder ein Token eines Testgeschäfts ging an die Produktions-API: Nutzen Sie die Sandbox-API.",
      ],
    ],
  },
  next: [
    { heading: "Wie es weitergeht", id: "next" },
    {
      list: [
        "[Autorisierung](/docs/authorization#program): Derselbe Ablauf in einem Webserver.",
        "[Wiederholungen](/docs/retries#program): Refreshes, die auch nach verlorenen Antworten gelingen.",
        "[Testgeschäfte](/docs/test-merchants#failures): Welche Fehlerfälle Sie testen und wie.",
        "[Endpunkte](/docs/endpoints): Alle Parameter und Antworten.",
      ],
    },
  ],
};
