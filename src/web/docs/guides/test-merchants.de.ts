import type { Guide } from "../content.ts";

export const testMerchants: Guide = {
  title: "Testgeschäfte",
  lead: "Geschäfte sind die Unternehmen, deren Daten Ihre App verwendet. Ein Testgeschäft gehört zu Ihrem Team: Eine App funktioniert dort schon vor ihrer Freigabe, mit denselben Seiten, Anfragen und Tokens wie bei einem echten Geschäft.",
  blocks: [
    { heading: "Eine App bei einem Testgeschäft installieren", id: "install" },
    {
      steps: [
        "Legen Sie im Entwicklerportal unter [Testgeschäfte](/portal/test-merchants) ein Testgeschäft an. Ein Team kann bis zu 100 haben.",
        "Wählen Sie dort Ihre App und installieren Sie sie. Eine App mit Start-URL wird mit einem Installations-Token geöffnet. Für andere Apps zeigt die Seite eine Autorisierungs-URL.",
        "Melden Sie sich mit einem Konto Ihres Teams an und erlauben Sie den Zugriff auf der Zustimmungsseite, die darauf hinweist, dass die App nicht geprüft ist.",
      ],
    },
    "Ganz ohne eigenen Code sehen Sie die Anfragen, wenn Sie [einen Aufruf ausprobieren](/docs/try).",
    { heading: "Was bei Test-Tokens anders ist", id: "tokens" },
    {
      list: [
        "Sie funktionieren mit der Sandbox-API von {platform}. Die Produktions-API lehnt sie ab.",
        "Eingeschränkte Scopes, die {platform} nicht erlaubt hat, fehlen.",
        "Eine abgelehnte, gesperrte oder archivierte App funktioniert bei keinem Geschäft, auch nicht bei einem Testgeschäft.",
      ],
    },
    { heading: "Fehlerfälle testen", id: "failures" },
    {
      even: true,
      columns: ["Das tun Sie", "Das erhält Ihre App"],
      rows: [
        ["Auf der Zustimmungsseite ablehnen", "[`access_denied`](/docs/errors#access_denied) an der Redirect-URI"],
        [
          "Auf der Zustimmungsseite einen optionalen Scope ablehnen",
          "Eine Token-Antwort, in deren `scope` dieser Scope fehlt",
        ],
        [
          "Einen Code zweimal einlösen",
          "[`invalid_grant`](/docs/errors#invalid_grant), und die Tokens vom ersten Mal werden widerrufen",
        ],
        [
          "Einen Code nach mehr als einer Minute einlösen",
          "[`invalid_grant`](/docs/errors#invalid_grant); beginnen Sie die Autorisierung neu",
        ],
        ["Ein falsches `client_secret` senden", "[`invalid_client`](/docs/errors#invalid_client)"],
        [
          "Das Access-Token [widerrufen](/docs/endpoints/revoke), dann die API aufrufen",
          "[`invalid_token`](/docs/errors#invalid_token) von der API; ein Refresh ergibt ein neues Token",
        ],
        [
          "Unter [Verbundene Apps](/connected-apps) einen optionalen Scope entfernen",
          "[`insufficient_scope`](/docs/errors#insufficient_scope) von der API; das Ereignis [`installation.scopes_changed`](/docs/webhooks#types)",
        ],
        [
          "Die Installation auf ihrer Seite im [Entwicklerportal](/portal) pausieren",
          "[`unauthorized_client`](/docs/errors#unauthorized_client) beim nächsten Refresh, bis Sie sie fortsetzen; das Ereignis [`installation.suspended`](/docs/webhooks#types)",
        ],
        [
          "Die App unter [Verbundene Apps](/connected-apps) deinstallieren",
          "[`invalid_grant`](/docs/errors#invalid_grant) beim nächsten Refresh; das Ereignis [`installation.uninstalled`](/docs/webhooks#types)",
        ],
        [
          "Denselben Refresh zweimal hintereinander senden",
          "Zweimal dieselben Tokens, wie nach einer verlorenen Antwort",
        ],
        [
          "Zweimal mit dem jeweils neuesten Token erneuern, dann mit dem ersten",
          "[`invalid_grant`](/docs/errors#invalid_grant), und alle Tokens der Autorisierung werden widerrufen; das Ereignis [`refresh_token.reuse_detected`](/docs/webhooks#types)",
        ],
        [
          "Auf der Seite eines Webhook-Endpunkts ein Testereignis senden",
          "Das Ereignis [`webhook.test`](/docs/webhooks#types)",
        ],
      ],
    },
  ],
  fails: {
    title: "Fehler mit Testgeschäften",
    end: "[Fehler](/docs/errors) erklärt alle Codes.",
    rows: [
      [
        "[`access_denied`](/docs/errors#access_denied), obwohl Sie den Zugriff erlaubt haben",
        "Die App ist nicht freigegeben, und das Geschäft ist kein Testgeschäft Ihres Teams. Wählen Sie auf der Zustimmungsseite eines seiner Testgeschäfte.",
      ],
      [
        "[`invalid_token`](/docs/errors#invalid_token) von der API",
        "Senden Sie Tokens von Testgeschäften an die Sandbox-API, nicht an die Produktions-API.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client)",
        "Client-ID oder Secret sind falsch, oder die App ist abgelehnt, gesperrt oder archiviert.",
      ],
    ],
  },
};
