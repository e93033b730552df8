import type { en } from "./messages.en.ts";

/** Texts of the start page, in German. */
export const de: typeof en = {
  start: "Hier beginnen",
  tasks: [
    {
      page: "quickstart",
      text: "Von der neuen App zu ihrem ersten API-Aufruf, mit curl, JavaScript, Python oder Go.",
    },
    {
      page: "try",
      text: "Senden Sie Anfragen Ihrer App mit einem Testgeschäft und lesen Sie die Antworten.",
    },
    {
      page: "endpoints",
      title: "API-Referenz",
      text: "Jeder Endpunkt mit seinen Parametern, Antworten, Fehlern und Beispielen.",
    },
  ],
  build: "Was Sie bauen können",
  builds: [
    [
      "authorization",
      "Eine App für viele Geschäfte",
      "Jedes Geschäft entscheidet selbst, worauf Ihre App zugreift, und kann den Zugriff jederzeit beenden.",
    ],
    [
      "retries",
      "Einen Dienst im Hintergrund",
      "Refresh-Tokens funktionieren auch, während niemand im Geschäft angemeldet ist.",
    ],
    [
      "webhooks",
      "Eine App, die reagiert",
      "Webhooks melden, wenn Ihre App installiert, geändert oder deinstalliert wird.",
    ],
  ],
  how: "Wie es funktioniert",
  picture: (platform) =>
    `Ihre App leitet den Browser des Geschäfts zu ${platform}. Das Geschäft erlaubt den Zugriff, und der Browser kehrt mit einem Code zu Ihrer App zurück. Ihr Server löst den Code gegen Tokens ein und ruft die API mit dem Access-Token auf. Die API fragt ${platform}, ob das Token gültig ist, und antwortet Ihrem Server.`,
  nodes: { browser: "Browser des Geschäfts", app: "Ihre App", api: "API" },
  edges: {
    redirect: "Weiterleitung",
    consent: "Zustimmung",
    return: "Rückkehr mit Code",
    exchange: "Code gegen Tokens",
    call: "Anfrage mit Access-Token",
    check: "Token prüfen",
    answer: "Antwort",
  },
  happens: {
    redirect: "Ihre App leitet den Browser zu `/oauth/authorize`.",
    consent: "Das Geschäft meldet sich an und erlaubt Scopes.",
    return: "Der Browser kehrt mit einem `code` zu Ihrer Redirect-URI zurück.",
    exchange: "Ihr Server erhält Tokens von `/oauth/token`.",
    call: "Ihr Server ruft die API im Namen des Geschäfts auf.",
    check: "Die API fragt, ob das Token gültig ist.",
    answer: "Die API antwortet Ihrem Server.",
  },
  more: "Häufige Aufgaben",
  links: [
    ["/docs/retries#program", "Tokens zuverlässig erneuern"],
    ["/docs/webhooks#verify", "Einen Webhook prüfen"],
    ["/docs/webhooks#types", "Auf eine Deinstallation reagieren"],
    ["/docs/scopes#more", "Weitere Scopes anfordern"],
    ["/docs/test-merchants#failures", "Fehlerfälle testen"],
    ["/docs/go-live", "Die Prüfung vorbereiten"],
  ],
};
