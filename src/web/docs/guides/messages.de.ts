import { authorization } from "./authorization.de.ts";
import { EVENT_REQUEST } from "./event-sample.ts";
import { goLive } from "./go-live.de.ts";
import type { en } from "./messages.en.ts";

/** Texts of the guides, in German. */
export const de: typeof en = {
  authorization,
  "go-live": goLive,
  retries: {
    title: "Wiederholungen",
    lead: "Eine Anfrage kann scheitern, nachdem der Dienst sie verarbeitet hat: Die Verbindung bricht ab, oder die Antwort geht verloren. Diese Seite sagt, welche Anfragen Sie noch einmal senden dürfen und wann.",
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
            "Senden Sie die Anfrage nach Status 503 noch einmal. Wurde der Code eingelöst und nur die Antwort ging verloren, erhält die zweite Anfrage `invalid_grant` und widerruft die Tokens: Beginnen Sie die Autorisierung von vorn.",
          ],
        ],
      },
      "Das Wiederholungsfenster dauert 10 Minuten für Apps auf einem Server und 1 Minute für Apps auf Geräten, wenn die Plattform nichts anderes einstellt. Es beginnt mit dem ersten Refresh und endet früher, wenn das neue Access-Token abläuft.",
      { heading: "Wann Sie wiederholen", id: "when" },
      {
        list: [
          "Status 429 oder 503, `temporarily_unavailable`: Warten Sie so viele Sekunden, wie der Header `Retry-After` angibt. Verdoppeln Sie die Zeit bei jedem weiteren Versuch und fügen Sie einen zufälligen Teil hinzu.",
          "Keine Antwort innerhalb von 10 Sekunden: Schließen Sie die Verbindung und senden Sie die Anfrage über eine andere. Der Dienst verwirft dann die erste Anfrage.",
          "Status 500, `server_error`: Wiederholen Sie nicht automatisch. Melden Sie der Plattform die `request_id`.",
          "Jeder andere Fehler: Wiederholen Sie nicht. Dieselbe Anfrage schlägt wieder fehl.",
        ],
      },
      { heading: "Refresh-Tokens rotieren", id: "rotation" },
      "Jeder Refresh liefert ein neues Refresh-Token. Speichern Sie es, bevor Sie das neue Access-Token verwenden, und verwenden Sie nie wieder ein älteres: Ein Refresh-Token, das nach der Verwendung seines Nachfolgers noch einmal verwendet wird, gilt als gestohlen, und alle Tokens dieser Autorisierung werden widerrufen.",
      {
        list: [
          "Erneuern Sie die Tokens eines Geschäfts immer nur an einer Stelle zugleich, zum Beispiel unter einer Sperre in Ihrer Datenbank.",
          "Erneuern zwei Ihrer Server im selben Moment, erhalten beide innerhalb des Wiederholungsfensters dieselben neuen Tokens.",
          "Erneuern Sie, bevor das Access-Token abläuft, etwa nach 90 % von `expires_in`.",
          "Löschen Sie bei `invalid_grant` die Tokens und bitten Sie das Geschäft, Ihre App noch einmal zu verbinden.",
          "Behalten Sie bei `unauthorized_client` die Tokens. Das Geschäft oder die Installation ist gesperrt, und dasselbe Refresh-Token funktioniert danach wieder.",
        ],
      },
    ],
  },
  scopes: {
    title: "Scopes",
    lead: "Ein Scope ist eine Art von Zugriff auf die Daten eines Geschäfts. Registrieren Sie die Scopes Ihrer App in ihrem Formular, jeden mit einer Begründung, die Geschäfte auf der Zustimmungsseite lesen.",
    blocks: [
      {
        list: [
          "Fordern Sie registrierte Scopes im Parameter `scope` der Autorisierungs-URL an, durch einzelne Leerzeichen getrennt.",
          "Einen Scope, der im Formular Ihrer App optional ist, kann das Geschäft ablehnen. `scope` in der Token-Antwort nennt die gewährten Scopes.",
          "Um einen abgelehnten oder neuen Scope zu erhalten, beginnen Sie eine weitere Autorisierung. Die Zustimmungsseite kennzeichnet dann die Scopes, die das Geschäft noch nicht gewährt hat, als neu.",
          "Ein Refresh kann in `scope` eine Teilmenge anfordern. Ohne den Parameter erhält er alle gewährten Scopes.",
          "Ein eingeschränkter Scope braucht die Erlaubnis der Plattform. Bis Ihre App sie hat, sieht kein Geschäft den Scope, auch kein Testgeschäft.",
        ],
      },
    ],
  },
  "test-merchants": {
    title: "Testgeschäfte",
    lead: "Ein Testgeschäft ist ein Geschäft, das zu Ihrem Team gehört. Eine App funktioniert dort schon vor ihrer Freigabe, mit denselben Seiten, Anfragen und Tokens wie bei einem echten Geschäft.",
    blocks: [
      { heading: "Eine App auf einem Testgeschäft installieren", id: "install" },
      {
        steps: [
          "Legen Sie im Entwicklerportal unter [Testgeschäfte](/portal/test-merchants) ein Testgeschäft an.",
          "Wählen Sie dort Ihre App und installieren Sie sie. Eine App mit Start-URL wird mit einem Installations-Token geöffnet. Für andere Apps zeigt die Seite eine Autorisierungs-URL.",
          "Erlauben Sie den Zugriff auf der Zustimmungsseite, die darauf hinweist, dass die App nicht geprüft ist.",
        ],
      },
      { heading: "Was bei Test-Tokens anders ist", id: "tokens" },
      {
        list: [
          "Sie funktionieren mit der Sandbox-API der Plattform. Die Produktions-API lehnt sie ab.",
          "Eingeschränkte Scopes, die die Plattform nicht erlaubt hat, fehlen.",
          "Eine abgelehnte oder gesperrte App funktioniert bei keinem Geschäft, auch nicht bei einem Testgeschäft.",
        ],
      },
    ],
  },
  webhooks: {
    title: "Webhooks",
    lead: "Die Plattform sendet Ereignisse über Ihre App und ihre Installationen an Ihre Endpunkte, nach der Spezifikation Standard Webhooks. Legen Sie einen Endpunkt auf der Seite Ihrer App im [Entwicklerportal](/portal) an; sein Secret wird einmal gezeigt.",
    blocks: [
      { heading: "Ein Ereignis empfangen", id: "receive" },
      {
        steps: [
          "Prüfen Sie die Signatur über die genauen Bytes des Bodys, bevor Sie ihn auswerten.",
          "Antworten Sie innerhalb von 15 Sekunden mit einem Status von 200 bis 299, bevor Sie das Ereignis verarbeiten. Jeder andere Status, auch eine Weiterleitung, ist ein Fehler.",
          "Ignorieren Sie eine `webhook-id`, die Sie schon verarbeitet haben: Jedes Ereignis wird mindestens einmal zugestellt.",
          "Ignorieren Sie Typen und Felder, die Sie nicht kennen: Es können weitere hinzukommen.",
        ],
      },
      { id: "event", label: "Beispiel eines Ereignisses", syntax: "http", code: EVENT_REQUEST },
      { heading: "Die Signatur prüfen", id: "verify" },
      "Die Header `webhook-id`, `webhook-timestamp` und `webhook-signature` signieren den Body mit dem Secret des Endpunkts (`whsec_…`). Das Paket `standardwebhooks` prüft sie und lehnt Zeitstempel ab, die mehr als fünf Minuten abweichen.",
      {
        choice: "Programmiersprache",
        below: "verify",
        samples: [
          {
            id: "verify-javascript",
            language: "javascript",
            syntax: "javascript",
            label: "Signatur in JavaScript",
            code: 'import { Webhook } from "standardwebhooks";\n\n// body: die genauen Bytes der Anfrage, als Text\nconst event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, request.headers);',
          },
          {
            id: "verify-python",
            language: "python",
            syntax: "python",
            label: "Signatur in Python",
            code: 'import os\nfrom standardwebhooks import Webhook\n\nevent = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, dict(request.headers))',
          },
          {
            id: "verify-go",
            language: "go",
            syntax: "go",
            label: "Signatur in Go",
            code: 'wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))\nif err == nil {\n\terr = wh.Verify(body, request.Header)\n}',
          },
        ],
      },
      "Um ein Secret zu wechseln, fügen Sie ein zweites hinzu, tragen es bei Ihrem Empfänger ein und löschen das erste. Solange es zwei gibt, wird jedes Ereignis mit beiden signiert.",
      { heading: "Reihenfolge und Wiederholungen", id: "order" },
      {
        list: [
          "Die Ereignisse einer Installation kommen in ihrer Reihenfolge an. `sequence` zählt sie ohne Lücken. Ereignisse verschiedener Installationen kommen in beliebiger Reihenfolge an.",
          "Eine fehlgeschlagene Zustellung wird drei Tage lang mit wachsenden Pausen wiederholt.",
          "Status 410 deaktiviert den Endpunkt sofort; fünf Tage mit Fehlern und ohne Erfolg deaktivieren ihn ebenfalls.",
          "Das Portal zeigt die Zustellungen der letzten 30 Tage mit Anfrage und Antwort. Sie können sie dort noch einmal senden.",
        ],
      },
    ],
  },
};
