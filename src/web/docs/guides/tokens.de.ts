import type { Guide } from "../content.ts";
import type { tokenPicture as en } from "./tokens.en.ts";

export const tokens: Guide = {
  title: "Tokens",
  lead: "Nach der Zustimmung löst Ihre App einen Code gegen ein Access-Token und ein Refresh-Token ein. Hier steht, wie lange jedes gilt und was es früher beendet.",
  blocks: [
    { heading: "Wie lange sie gelten", id: "lifetimes" },
    {
      columns: ["Wert", "Gilt"],
      rows: [
        ["Autorisierungscode", "1 Minute, zum einmaligen Einlösen."],
        ["Access-Token", "1 Stunde, für beliebig viele Anfragen. `expires_in` enthält die Sekunden, die noch bleiben."],
        [
          "Refresh-Token",
          "90 Tage, die mit jedem Refresh, der es rotiert, von vorn beginnen. `refresh_token_expires_in` enthält die Sekunden, die noch bleiben.",
        ],
        ["`install_token`", "10 Minuten, für eine Autorisierung."],
      ],
    },
    "{platform} kann andere Zeiten einstellen, auch für eine einzelne App. Verlassen Sie sich auf die Sekunden in der Antwort.",
    "Tokens und Codes haben keinen lesbaren Inhalt: Speichern und senden Sie sie unverändert, und werten Sie ihre Teile nicht aus.",
    { heading: "Refresh-Modi", id: "modes" },
    "Das Formular Ihrer App bietet drei Modi. Eine App auf den Geräten der Nutzer rotiert immer.",
    {
      columns: ["Modus", "Was ein Refresh liefert"],
      rows: [
        [
          "Rotieren",
          "Ein neues Access-Token und ein neues Refresh-Token. Eine verlorene Antwort lässt sich innerhalb des [Wiederholungsfensters](/docs/retries#safe) erneut anfordern.",
        ],
        ["Behalten", "Ein neues Access-Token. Das Refresh-Token bleibt und läuft zu einem festen Zeitpunkt ab."],
        ["Keine", "Die App erhält kein Refresh-Token. Läuft das Access-Token ab, beginnt sie eine neue Autorisierung."],
      ],
    },
    { heading: "Was ein Token beendet", id: "ends" },
    {
      even: true,
      columns: ["Ereignis", "Wirkung"],
      rows: [
        ["Ein Refresh", "Das frühere Access-Token gilt, bis es abläuft. Verwenden Sie das neue."],
        [
          "Ihre App [widerruft](/docs/endpoints/revoke) ein Access-Token",
          "Dieses Access-Token endet. Das Refresh-Token bleibt.",
        ],
        ["Ihre App [widerruft](/docs/endpoints/revoke) ein Refresh-Token", "Alle Tokens der Autorisierung enden."],
        [
          "Das Geschäft oder Ihre App [deinstalliert](/docs/endpoints/uninstall)",
          "Alle Tokens des Geschäfts enden, und Ihre App erhält [`installation.uninstalled`](/docs/webhooks#types).",
        ],
        ["Ein Code wird zweimal eingelöst", "Alle Tokens des ersten Einlösens enden."],
        [
          "Ein altes Refresh-Token wird verwendet, nachdem sein Nachfolger verwendet wurde",
          "Alle Tokens der Autorisierung enden, und Ihre App erhält [`refresh_token.reuse_detected`](/docs/webhooks#types).",
        ],
        [
          "Das Geschäft entfernt eine Berechtigung",
          "Tokens verlieren ihren Scope sofort, und Ihre App erhält [`installation.scopes_changed`](/docs/webhooks#types).",
        ],
        [
          "Die Installation ist pausiert, oder das Geschäft ist gesperrt",
          "APIs und Refreshes lehnen die Tokens ab, solange das gilt. Behalten Sie sie: Danach funktionieren sie wieder.",
        ],
      ],
    },
    "APIs von {platform} lehnen ein Token meist innerhalb einer Sekunde nach seinem Ende ab.",
    { heading: "Tokens sicher aufbewahren", id: "storage" },
    {
      list: [
        "Verschlüsseln Sie Tokens in Ihrer Datenbank, und halten Sie sie aus Logs, URLs und Browsern heraus.",
        "Speichern Sie die Tokens jedes Geschäfts unter seiner `merchant_id`. Einzelheiten stehen unter [Was Sie speichern und wann](/docs/retries#store).",
        "Sind Tokens bekannt geworden, widerrufen Sie das Refresh-Token, und bitten Sie das Geschäft, Ihre App erneut zu verbinden.",
      ],
    },
  ],
  fails: {
    title: "Wenn ein Token abgelehnt wird",
    rows: [
      [
        "[`invalid_token`](/docs/errors#invalid_token) von der API",
        "Das Access-Token ist abgelaufen oder beendet. Erneuern Sie es einmal und senden Sie die Anfrage noch einmal.",
      ],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant) bei einem Refresh",
        "Die Autorisierung ist beendet. Löschen Sie die Tokens und bitten Sie das Geschäft, Ihre App erneut zu verbinden.",
      ],
      [
        "[`unauthorized_client`](/docs/errors#unauthorized_client) bei einem Refresh",
        "Das Geschäft oder die Installation ist pausiert oder gesperrt. Behalten Sie die Tokens und versuchen Sie es später noch einmal.",
      ],
    ],
  },
};

/** Texts of the picture of the lifecycle, in German. */
export const tokenPicture: typeof en = {
  title: "Vom Code zu jedem Refresh",
  description:
    "Ein Code, der eine Minute gilt, wird gegen ein Access-Token, das eine Stunde gilt, und ein Refresh-Token, das 90 Tage gilt, eingelöst. Ein Refresh mit dem Refresh-Token liefert ein neues Access-Token und ein neues Refresh-Token. Der nächste Refresh verwendet das neue Refresh-Token.",
  nodes: {
    code: ["Code", "1 min"],
    access: ["Access-Token", "1 h"],
    refresh: ["Refresh-Token", "90 d"],
    newAccess: ["Neues Access-Token", "1 h"],
    newRefresh: ["Neues Refresh-Token", "90 d"],
  },
  steps: [
    ["Einlösen", "Ihr Server sendet den Code an `/oauth/token` und erhält beide Tokens."],
    ["Refresh", "Bevor das Access-Token abläuft, liefert das Refresh-Token neue."],
    ["Nächster Refresh", "Jeder Refresh verwendet das neueste Refresh-Token, solange das Geschäft Ihre App behält."],
  ],
};
