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
  save: (file, command) => `Speichern Sie es als \`${file}\` und starten Sie \`${command}\`.`,
  printed: {
    open: "Öffnen Sie diese Adresse im Browser:",
    paste: "Erlauben Sie den Zugriff und fügen Sie dann die Adresse ein, zu der der Browser weitergeleitet wurde:",
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
  next: [
    { heading: "Wie es weitergeht", id: "next" },
    {
      list: [
        "[Wiederholungen](/docs/retries): Machen Sie Refreshes sicher, bevor Sie live gehen.",
        "[Fehler](/docs/errors): Was bei jedem Fehlercode zu tun ist.",
        "[Endpunkte](/docs/endpoints): Alle Parameter und Antworten.",
      ],
    },
  ],
};
