import type { Guide } from "../content.ts";

export const authorization: Guide = {
  title: "Autorisierung",
  lead: "Ein Geschäft verbindet Ihre App über den Authorization-Code-Flow von OAuth 2.0. Ihre App sieht nie ein Passwort. Sie erhält Tokens für die Scopes, die das Geschäft erlaubt.",
  blocks: [
    { heading: "Der Ablauf", id: "flow" },
    {
      flow: [
        ["Weiterleitung", "Ihre App schickt den Browser zu `/oauth/authorize`."],
        ["Zustimmung", "Das Geschäft meldet sich an und erlaubt Scopes."],
        ["Rückkehr", "Der Browser kommt mit einem `code` zu Ihrer Redirect-URI zurück."],
        ["Einlösen", "Ihr Server erhält Tokens von `/oauth/token`."],
      ],
    },
    { heading: "In Ihrer App beginnen", id: "start" },
    "Leiten Sie den Browser des Geschäfts zum [Autorisierungsendpunkt](/docs/endpoints/authorize) weiter:",
    { example: "authorizationUrl" },
    {
      list: [
        "Erzeugen Sie für jede Autorisierung einen zufälligen `state` und einen PKCE-Verifier und behalten Sie beide in der Sitzung des Browsers. `code_challenge` ist der SHA-256-Hash des Verifiers in base64url.",
        "Wenn Sie das Geschäft kennen, wählt `merchant_hint` mit seiner Kennung es vor.",
        "`prompt=consent` zeigt die Zustimmungsseite immer, und `prompt=login` verlangt eine neue Anmeldung.",
      ],
    },
    "Nach der Zustimmung kehrt der Browser zu Ihrer Redirect-URI zurück:",
    { example: "returnUrl" },
    { heading: "Beispiel für einen Webserver", id: "program" },
    (start) =>
      `Dieses Programm leitet den Browser bei \`${start}\` weiter und löst den Code an Ihrer Redirect-URI ein. Bis zur Rückkehr behält es \`state\` und den Verifier in einem Cookie; die Tokens speichert es in \`tokens.json\`. Es braucht keine Pakete.`,
    { program: "connect", below: "program" },
    (start) =>
      `Registrieren Sie eine Redirect-URI, die zu diesem Server führt, zum Beispiel die \`https\`-Adresse eines Tunnels zu Ihrem Rechner. Öffnen Sie dann \`${start}\` unter derselben Adresse. Der [Token-Endpunkt](/docs/endpoints/token) antwortet:`,
    { example: "tokens" },
    "Speichern Sie die Tokens mit der `merchant_id` der Antwort. Was Sie sonst noch speichern und wann, steht unter [Wiederholungen](/docs/retries#store).",
    { heading: "Die Rückkehr behandeln", id: "return" },
    {
      columns: ["Parameter", "Bedeutung, und was zu tun ist"],
      rows: [
        [
          "`code`, `state`, `iss`",
          "Das Geschäft hat den Zugriff erlaubt. Vergleichen Sie `state` mit der Sitzung und `iss` mit der Adresse von {platform}, und lösen Sie den Code innerhalb einer Minute ein.",
        ],
        [
          "`error=access_denied`",
          "Das Geschäft hat abgelehnt, oder die Person darf mit diesem Geschäft keine Apps verbinden. Sagen Sie das auf Ihrer Seite und bieten Sie einen neuen Versuch an.",
        ],
        ["Ein anderer `error`", "Die Anfrage ist falsch. [Fehler](/docs/errors) erklärt jeden Code."],
      ],
    },
    { heading: "Mit dem Installationslink beginnen", id: "install-link" },
    (start) =>
      `Geschäfte können auch bei {platform} beginnen. Der Installationslink Ihrer App zeigt die App und öffnet dann Ihre Start-URL, eine Adresse aus dem Formular Ihrer App, mit \`iss\` und \`install_token\`. Im Programm oben ist \`${start}\` die Start-URL.`,
    {
      list: [
        "Vergleichen Sie `iss` mit der Adresse von {platform}.",
        "Beginnen Sie eine Autorisierung wie oben und ergänzen Sie die URL um `install_token`. Es wählt das Geschäft vor.",
        "Ein Installations-Token gilt nur einmal, innerhalb von 10 Minuten und für das Konto, das den Installationslink geöffnet hat.",
      ],
    },
    { heading: "Wann die Zustimmungsseite entfällt", id: "skipped" },
    "Eine App mit Secret erhält ihren Code ohne Zustimmungsseite, wenn das Geschäft alle angeforderten Scopes schon gewährt hat. Mit `prompt=consent`, mit einem Installations-Token und bei Apps ohne Secret wird die Seite immer gezeigt.",
  ],
  fails: {
    title: "Fehler bei der Autorisierung",
    rows: [
      [
        "Eine Fehlerseite statt der Rückkehr",
        "Client-ID oder Redirect-URI sind falsch, deshalb leitet {platform} nicht weiter. Fügen Sie die URL in [Link prüfen](/portal/check) im Entwicklerportal ein; die Seite nennt den Fehler.",
      ],
      [
        "[`invalid_request`](/docs/errors#invalid_request) an der Redirect-URI",
        "Ein Parameter der Autorisierungs-URL fehlt oder ist falsch. `error_description` nennt ihn.",
      ],
      [
        "Ein anderer `state` als in der Sitzung",
        "Die Sitzung ist beendet, oder die Rückkehr ist gefälscht. Verwenden Sie den Code nicht, und bieten Sie einen neuen Versuch an.",
      ],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant) beim Einlösen",
        "Der Code ist älter als eine Minute oder wurde schon verwendet, oder Redirect-URI oder Verifier weichen ab. Beginnen Sie die Autorisierung noch einmal.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client) beim Einlösen",
        "Client-ID oder Secret sind falsch. Korrigieren Sie sie und beginnen Sie die Autorisierung noch einmal.",
      ],
    ],
  },
};
