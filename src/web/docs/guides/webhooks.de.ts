import type { Guide } from "../content.ts";
import { EVENT_REQUEST } from "./event-sample.ts";

export const webhooks: Guide = {
  title: "Webhooks",
  lead: "{platform} sendet Ereignisse über Ihre App und ihre Installationen an Ihre Endpunkte, nach der Spezifikation Standard Webhooks.",
  blocks: [
    { heading: "Einen Endpunkt hinzufügen", id: "endpoint" },
    {
      steps: [
        "Öffnen Sie Ihre App im [Entwicklerportal](/portal) und dort die Webhooks. Wählen Sie „Endpunkt hinzufügen“.",
        "Geben Sie die URL Ihres Servers ein. Sie braucht `https` und eine öffentliche Adresse, zum Beispiel die eines Tunnels zu Ihrem Rechner.",
        "Wählen Sie alle Ereignisse oder einige der [Typen](/docs/webhooks#types).",
        "Speichern Sie das Secret des Endpunkts, das mit `whsec_` beginnt. Es wird nur einmal angezeigt.",
      ],
    },
    "Eine App kann bis zu 20 Endpunkte haben, jeden mit einem eigenen Secret.",
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
    "Die Header `webhook-id`, `webhook-timestamp` und `webhook-signature` signieren den Body mit dem Secret des Endpunkts. Das Paket `standardwebhooks` prüft sie und lehnt Zeitstempel ab, die mehr als fünf Minuten abweichen:",
    { installs: "receive" },
    "Dieser Empfänger nimmt nur geprüfte Ereignisse an:",
    { program: "receive", below: "verify" },
    "Senden Sie dem laufenden Empfänger von der Seite des Endpunkts aus ein Testereignis: Er gibt `webhook.test` aus.",
    { heading: "Ohne Paket prüfen", id: "by-hand" },
    "Eine Signatur besteht aus `v1,` und dem Base64 eines HMAC-SHA-256 über `webhook-id.webhook-timestamp.body`; der Schlüssel ist das dekodierte Secret. Der Header enthält eine Signatur je Secret, durch Leerzeichen getrennt. Dieses Skript prüft eine gespeicherte Anfrage, zum Beispiel aus der Liste der Zustellungen:",
    { example: "verification" },
    "Vergleichen Sie Signaturen in einem Programm in konstanter Zeit und lehnen Sie alte Zeitstempel ab.",
    { heading: "Ein Secret wechseln", id: "secrets" },
    "Um ein Secret zu wechseln, legen Sie ein zweites an, tragen es bei Ihrem Empfänger ein und löschen das erste. Solange es zwei gibt, wird jedes Ereignis mit beiden signiert.",
    { heading: "Reihenfolge und Wiederholungen", id: "order" },
    {
      list: [
        "Die Ereignisse einer Installation kommen in ihrer Reihenfolge an. `sequence` zählt sie ohne Lücken. Ereignisse verschiedener Installationen kommen in beliebiger Reihenfolge an.",
        "Eine fehlgeschlagene Zustellung wird nach etwa 5 Sekunden wiederholt, dann nach Pausen, die sich bis auf 12 Stunden verdoppeln: etwa 18 Versuche in drei Tagen.",
        "Status 410 deaktiviert den Endpunkt sofort; fünf Tage mit Fehlern und ohne Erfolg deaktivieren ihn ebenfalls.",
        "Das Portal zeigt die Zustellungen der letzten 30 Tage mit Anfrage und Antwort. Sie können sie dort erneut zustellen.",
      ],
    },
  ],
  fails: {
    title: "Probleme mit Webhooks",
    rows: [
      [
        "Kein Ereignis kommt an",
        "Senden Sie auf der Seite des Endpunkts ein Testereignis. Die Liste der Zustellungen zeigt Anfrage und Antwort.",
      ],
      [
        "Die Signatur stimmt nicht",
        "Prüfen Sie genau die Bytes des Bodys mit dem Secret dieses Endpunkts. JSON, das gelesen und neu geschrieben wurde, hat andere Bytes.",
      ],
      [
        "Der Endpunkt ist deaktiviert",
        "Er hat mit Status 410 geantwortet oder fünf Tage lang nur Fehler gemeldet. Korrigieren Sie den Empfänger, aktivieren Sie den Endpunkt auf seiner Seite und stellen Sie die verpassten Ereignisse erneut zu.",
      ],
      ["Der Zeitstempel wird abgelehnt", "Synchronisieren Sie die Uhr Ihres Servers."],
      [
        "Ein Ereignis kommt zweimal an",
        "Ignorieren Sie eine `webhook-id`, die Sie schon verarbeitet haben. Ihr Endpunkt hat vielleicht erst nach mehr als 15 Sekunden geantwortet.",
      ],
    ],
  },
};
