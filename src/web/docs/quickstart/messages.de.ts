import type { en } from "./messages.en.ts";

/** Texts of the quickstart, in German. */
export const de: typeof en = {
  title: "Schnellstart",
  lead: "Verbinden Sie Ihre App Schritt für Schritt mit einem Geschäft. Die Schritte ergeben ein Programm, das unverändert läuft und keine Pakete braucht.",
  signedOut: "Melden Sie sich als Entwickler an, um die Werte Ihrer App in den Beispielen zu sehen.",
  noApp: "Legen Sie im Entwicklerportal eine App an, um ihre Werte in den Beispielen zu sehen.",
  app: "App",
  show: "Anzeigen",
  filledIn: "Die Beispiele enthalten die Werte Ihrer App",
  languages: "Programmiersprache",
  needs: {
    curl: "Sie brauchen curl 7.76 oder neuer und openssl. Sie können die Schritte auch nacheinander in ein Terminal einfügen.",
    javascript: "Sie brauchen Node.js 18.2 oder neuer.",
    python: "Sie brauchen Python 3.",
    go: "Sie brauchen Go 1.17 oder neuer.",
  },
  run: {
    title: "Das Programm ausführen",
    create: (redirectUri) =>
      `Legen Sie eine [App](/portal/apps/new) mit der Redirect-URI \`${redirectUri}\` und ein [Testgeschäft](/portal/test-merchants) an.`,
    createMerchant: "[Legen Sie ein Testgeschäft an](/portal/test-merchants), wenn Sie noch keines haben.",
    download: (file) => `${file} herunterladen`,
    replace: (names) => `Ersetzen Sie in der Datei diese Werte: ${names}.`,
    start: "Starten Sie es in einem Terminal:",
    startWithSecret: "Starten Sie es in einem Terminal, mit dem Secret Ihrer App:",
    explained: "Die Schritte darunter erklären das Programm.",
  },
  steps: {
    titles: {
      values: "Eine App anlegen",
      authorize: "Die Autorisierungs-URL erzeugen",
      redirect: "Die Rückkehr des Browsers verarbeiten",
      exchange: "Den Code einlösen",
      store: "Die Tokens speichern",
      refresh: "Die Tokens erneuern",
      call: "Die API aufrufen",
    },
    texts: {
      values: ({ confidential, filled, listens, redirectUri }) => [
        {
          list: [
            `[Legen Sie im Entwicklerportal eine App an](/portal/apps/new), mit mindestens einem Scope und einer Redirect-URI, etwa \`${listens && !filled ? redirectUri : "https://app.example/callback"}\`. Ein Entwurf genügt, und ${listens && !filled ? "unter dieser Adresse antwortet das Programm selbst" : "unter dieser Adresse muss noch nichts antworten"}.`,
            ...(confidential
              ? [
                  "Bewahren Sie ihr `client_secret` auf. Es wird nur einmal angezeigt; ein zweites können Sie auf der Seite der App hinzufügen.",
                ]
              : []),
            "[Legen Sie ein Testgeschäft an](/portal/test-merchants). Eine App ohne Freigabe funktioniert nur mit [Testgeschäften](/docs/test-merchants).",
          ],
        },
        filled
          ? "Das Programm beginnt mit den Werten Ihrer App."
          : "Das Programm beginnt mit den Werten Ihrer App: Ersetzen Sie `YOUR_CLIENT_ID`, `YOUR_SCOPES` und die Redirect-URI.",
        ...(confidential
          ? [
              "Das Secret gehört nicht in Ihren Quellcode. Die Beispiele haben es in `CLIENT_SECRET`: Ersetzen Sie `lk_cs_…` durch Ihres.",
            ]
          : []),
      ],
      authorize: () => [
        "Erzeugen Sie einen zufälligen `state` und einen zufälligen PKCE-Verifier. Die URL enthält den Hash des Verifiers: Nur ein Programm, das den Verifier hat, kann den Code einlösen.",
        "Öffnen Sie die ausgegebene URL im Browser, melden Sie sich mit dem Konto an, das das Testgeschäft angelegt hat, und erlauben Sie den Zugriff.",
        "In Ihrer App speichern Sie `state` und den Verifier in der Sitzung des Geschäfts und leiten den Browser zur URL weiter.",
      ],
      redirect: ({ listens }) => [
        ...(listens
          ? [
              "Der Browser öffnet Ihre Redirect-URI mit `code`, `state` und `iss`. Das Programm nimmt dort diese eine Anfrage an.",
            ]
          : [
              "Der Browser öffnet Ihre Redirect-URI mit `code`, `state` und `iss`. Wenn dort noch nichts antwortet, zeigt er einen Fehler; in seiner Adresszeile steht trotzdem die Adresse. Fügen Sie sie innerhalb einer Minute im Terminal ein.",
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
      call: ({ apiUrl }) => [
        "Senden Sie das Access-Token mit jeder Anfrage an die API von {platform}. Ein Token eines Testgeschäfts funktioniert mit der Sandbox-API.",
        `Die Anfrage ist ein eigenes Programm, das das Token aus der Umgebungsvariable \`ACCESS_TOKEN\` liest.${apiUrl ? "" : " Ersetzen Sie `https://api.example/orders` durch eine Adresse dieser API."}`,
      ],
    },
  },
  response: "Antwort",
  apiCall: "API-Anfrage",
  saveCall: (file) => `Speichern Sie die API-Anfrage als \`${file}\`, und starten Sie sie mit dem Access-Token:`,
  program: "Das ganze Programm",
  programIn: (language) => `Programm in ${language}`,
  showProgram: (lines) => `Das ganze Programm anzeigen (${lines} Zeilen)`,
  download: "Herunterladen",
  result: (listens) =>
    listens
      ? "Es gibt eine Adresse aus. Öffnen Sie sie im Browser und erlauben Sie den Zugriff: Das Programm nimmt die Weiterleitung an und gibt die Tokens aus."
      : "Es gibt eine Adresse für den Browser aus und wartet, bis Sie die Adresse der Seite einfügen, die sich nach der Zustimmung öffnet. Dann gibt es die Tokens aus.",
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
