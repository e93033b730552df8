import type { en } from "./messages.en.ts";

/** Texts of the quickstart, in German. */
export const de: typeof en = {
  title: "Schnellstart",
  lead: "Dieses Programm verbindet Ihre App mit einem Geschäft: Es gibt die Autorisierungs-URL aus, löst den Code gegen Tokens ein und erneuert sie. Es braucht keine Pakete.",
  signedOut: "Melden Sie sich als Entwickler an, um Ihre eigene App einzusetzen.",
  noApp: "Legen Sie eine App an, um ihre Client-ID einzusetzen.",
  create: "App anlegen",
  app: "App",
  show: "Anzeigen",
  filledIn: "Die Beispiele enthalten die Werte Ihrer App",
  prepare: "Vorbereitung",
  preparation: [
    "Legen Sie im [Entwicklerportal](/portal) eine App mit einer Redirect-URI und mindestens einem Scope an. Ein Entwurf genügt.",
    "Bewahren Sie ihr `client_secret` auf. Es wird einmal gezeigt; ein zweites können Sie auf der Seite der App hinzufügen.",
    "Legen Sie ein [Testgeschäft](/docs/test-merchants) an. Eine App ohne Freigabe funktioniert nur auf Testgeschäften.",
  ],
  publicPreparation: [
    "Legen Sie im [Entwicklerportal](/portal) eine App mit einer Redirect-URI und mindestens einem Scope an. Ein Entwurf genügt.",
    "Legen Sie ein [Testgeschäft](/docs/test-merchants) an. Eine App ohne Freigabe funktioniert nur auf Testgeschäften.",
  ],
  program: "Das Programm",
  languages: "Programmiersprache",
  programIn: (language) => `Programm in ${language}`,
  result: "Es gibt eine Adresse aus, wartet auf die Rückkehr des Browsers und gibt dann die Tokens aus:",
  output: "Ausgabe",
  curl: {
    intro: "Führen Sie diese Schritte nacheinander in einem Terminal aus. Sie brauchen curl und openssl.",
    values: ["Werte", "Setzen Sie die Werte Ihrer App."],
    secret: "Ersetzen Sie `lk_cs_…` durch ihr Secret.",
    pkce: ["PKCE", "Erzeugen Sie einen zufälligen `state` und einen PKCE-Verifier mit seiner Challenge."],
    authorize: [
      "Autorisierung",
      "Öffnen Sie die ausgegebene Adresse im Browser und erlauben Sie den Zugriff. Fügen Sie dann die Adresse der Seite ein, die sich öffnet.",
    ],
    check: ["Rückkehr", "Übernehmen Sie den Code nur, wenn `state` und `iss` die erwarteten Werte haben."],
    exchange: ["Einlösen", "Lösen Sie den Code gegen Tokens ein."],
    refresh: ["Refresh", "Erneuern Sie die Tokens."],
    result: "Die Antwort enthält die Tokens:",
  },
  printed: {
    open: "Öffnen Sie diese Adresse im Browser:",
    paste: "Erlauben Sie den Zugriff und fügen Sie dann die Adresse der Seite ein:",
    wrong: "state oder iss ist falsch.",
  },
  explanation: (refreshes) => [
    { heading: "Was es tut", id: "steps" },
    {
      steps: [
        "Es öffnet den Autorisierungsendpunkt mit einem zufälligen `state` und einer PKCE-Challenge. Leiten Sie in Ihrer App den Browser des Geschäfts dorthin weiter und speichern Sie beide Werte in seiner Sitzung.",
        "Das Geschäft meldet sich an, wählt aus, was es erlaubt, und kehrt mit `code`, `state` und `iss` zur Redirect-URI zurück. Vergleichen Sie `state` und `iss`, bevor Sie den Code verwenden.",
        "Es löst den Code gegen Tokens ein. Ein Code gilt einmal und eine Minute lang. Speichern Sie die Tokens mit der `merchant_id` der Antwort.",
        ...(refreshes
          ? ["Es erneuert die Tokens. Speichern Sie das neue Refresh-Token, bevor Sie das neue Access-Token verwenden."]
          : []),
      ],
    },
    { heading: "Die API aufrufen", id: "call" },
    "Senden Sie das Access-Token mit jeder Anfrage an die API der Plattform. Ein Token eines Testgeschäfts funktioniert mit der Sandbox-API.",
  ],
  apiCall: "API-Anfrage",
  refused: [
    "Ist das Token abgelaufen oder widerrufen, lehnt die API die Anfrage ab. Erneuern Sie die Tokens und senden Sie die Anfrage noch einmal.",
    { example: "refusedCall" },
  ],
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
