import type { Guide } from "../content.ts";

export const retries: Guide = {
  title: "Wiederholungen",
  lead: "Eine Anfrage kann scheitern, nachdem {platform} sie verarbeitet hat: Die Verbindung bricht ab, oder die Antwort geht verloren. Diese Seite sagt, welche Anfragen Sie noch einmal senden dürfen und wann.",
  blocks: [
    { heading: "Welche Anfragen sich wiederholen lassen", id: "safe" },
    {
      columns: ["Anfrage", "Nach verlorener Antwort oder Status 503"],
      rows: [
        [
          "Refresh",
          "Senden Sie dieselbe Anfrage noch einmal. Innerhalb des Wiederholungsfensters erhalten Sie dieselben Tokens. Danach beginnen Sie die Autorisierung von vorn.",
        ],
        ["Widerruf, Deinstallation", "Senden Sie dieselbe Anfrage noch einmal. Das Ergebnis ist dasselbe."],
        [
          "Einlösen eines Codes",
          "Senden Sie die Anfrage nach Status 503 noch einmal. Wurde der Code eingelöst und nur die Antwort ging verloren, erhält die zweite Anfrage [`invalid_grant`](/docs/errors#invalid_grant) und widerruft die Tokens: Beginnen Sie die Autorisierung von vorn.",
        ],
      ],
    },
    "Das Wiederholungsfenster dauert 10 Minuten für Apps auf einem Server und 1 Minute für Apps auf Geräten, wenn {platform} nichts anderes einstellt. Es beginnt mit dem ersten Refresh und endet früher, wenn das neue Access-Token abläuft.",
    { heading: "Wann Sie wiederholen", id: "when" },
    {
      columns: ["Antwort", "Was zu tun ist"],
      rows: [
        [
          "429 oder 503, [`temporarily_unavailable`](/docs/errors#temporarily_unavailable)",
          "Warten Sie so viele Sekunden, wie der Header `Retry-After` angibt. Verdoppeln Sie die Zeit bei jedem weiteren Versuch und fügen Sie einen zufälligen Teil hinzu.",
        ],
        [
          "Keine innerhalb von 10 Sekunden",
          "Schließen Sie die Verbindung und senden Sie die Anfrage über eine andere. {platform} verwirft dann die erste Anfrage.",
        ],
        [
          "500, [`server_error`](/docs/errors#server_error)",
          "Wiederholen Sie nicht automatisch. Melden Sie {platform} die `request_id`.",
        ],
        ["Jeder andere Fehler", "Wiederholen Sie nicht. Dieselbe Anfrage schlägt wieder fehl."],
      ],
    },
    { heading: "Refresh-Tokens rotieren", id: "rotation" },
    "Jeder Refresh liefert ein neues Refresh-Token. Speichern Sie es, bevor Sie das neue Access-Token verwenden, und verwenden Sie nie wieder ein älteres: Ein Refresh-Token, das nach der Verwendung seines Nachfolgers noch einmal verwendet wird, gilt als gestohlen, und alle Tokens dieser Autorisierung werden widerrufen.",
    {
      list: [
        "Erneuern Sie die Tokens eines Geschäfts immer nur an einer Stelle gleichzeitig, zum Beispiel unter einer Sperre in Ihrer Datenbank.",
        "Erneuern zwei Ihrer Server im selben Moment, erhalten beide innerhalb des Wiederholungsfensters dieselben neuen Tokens.",
        "Erneuern Sie, bevor das Access-Token abläuft, etwa nach 90 % von `expires_in`.",
      ],
    },
    { heading: "Refresh mit Wiederholungen", id: "program" },
    "Dieses Programm erneuert die Tokens in `tokens.json`, die der [Webserver](/docs/authorization#program) speichert. Es wiederholt eine fehlgeschlagene Anfrage bis zu dreimal mit demselben Refresh-Token und ersetzt die Datei, bevor es endet. Es braucht keine Pakete; mit curl braucht es Version 7.84 oder neuer.",
    { program: "refresh", below: "program" },
    "In Ihrer App darf dieser Ablauf für ein Geschäft nicht mehrfach gleichzeitig laufen: Sperren Sie die Zeile des Geschäfts in Ihrer Datenbank, lesen Sie das Refresh-Token, erneuern Sie, speichern Sie die neuen Tokens und schließen Sie die Transaktion ab.",
    { heading: "Was Sie speichern und wann", id: "store" },
    {
      columns: ["Wert", "So speichern Sie ihn"],
      rows: [
        [
          "`refresh_token`",
          "Verschlüsselt, sobald die Antwort da ist und bevor Sie das neue Access-Token verwenden. Es ersetzt das vorige in einem Schritt.",
        ],
        [
          "`access_token`",
          "Verschlüsselt, zusammen mit dem Refresh-Token, und mit der Zeit der Antwort plus `expires_in`.",
        ],
        [
          "`refresh_token_expires_in`",
          "Ebenfalls als Zeitpunkt. Erneuern Sie vorher, auch bei Geschäften, die Ihre App gerade nicht nutzen: Danach müssen sie die App erneut verbinden.",
        ],
        [
          "`merchant_id`",
          "Als Schlüssel der Tokens. Verbindet das Geschäft Ihre App erneut, ersetzen die neuen Tokens diese.",
        ],
        [
          "`scope`",
          "Bei den Tokens. Er nennt die Scopes, die das Geschäft gewährt hat, und kann sich mit jedem Refresh ändern.",
        ],
      ],
    },
  ],
  fails: {
    title: "Wenn ein Refresh abgelehnt wird",
    id: "refused",
    rows: [
      [
        "[`invalid_grant`](/docs/errors#invalid_grant)",
        "Löschen Sie die Tokens und bitten Sie das Geschäft, Ihre App erneut zu verbinden.",
      ],
      [
        "[`unauthorized_client`](/docs/errors#unauthorized_client)",
        "Behalten Sie die Tokens. Das Geschäft oder die Installation ist pausiert oder gesperrt, und dasselbe Refresh-Token funktioniert danach wieder.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client)",
        "Behalten Sie die Tokens. Client-ID oder Secret sind falsch, oder die App ist abgelehnt oder gesperrt.",
      ],
      [
        "[`temporarily_unavailable`](/docs/errors#temporarily_unavailable)",
        "Behalten Sie die Tokens, und senden Sie dieselbe Anfrage [nach der Wartezeit](/docs/retries#when) noch einmal.",
      ],
    ],
  },
};
