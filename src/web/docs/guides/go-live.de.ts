import type { Guide } from "../content.ts";

export const goLive: Guide = {
  title: "Live gehen",
  lead: "Eine App funktioniert mit echten Geschäften, nachdem {platform} sie freigegeben hat. Gehen Sie vor dem Einreichen diese Liste durch.",
  blocks: [
    { heading: "Die Seite der App", id: "profile" },
    {
      list: [
        "Sagen Sie mit Name, Zweck und Logo, was die App tut. Geschäfte lesen sie auf der Zustimmungsseite; das Formular im [Entwicklerportal](/portal) hat eine Vorschau.",
        "Prüfen Sie, dass jede Redirect-URI antwortet, und entfernen Sie die Ihrer Entwicklungsumgebung.",
        "Begründen Sie jeden Scope. Machen Sie die Scopes optional, ohne die die App auskommt.",
        "Öffnen Sie Website, Support-Kontakt und Datenschutzerklärung. Prüfer und Geschäfte nutzen sie, und die Zustimmungsseite verlinkt sie.",
        "Installieren Sie die App bei einem [Testgeschäft](/docs/test-merchants) und probieren Sie dort die [Fehlerfälle](/docs/test-merchants#failures) aus.",
      ],
    },
    { heading: "Sicherheit", id: "security" },
    {
      list: [
        "Verschlüsseln Sie `client_secret` und Tokens auf Ihrem Server und halten Sie beides aus Logs und Quelltext heraus.",
        "Erzeugen Sie für jede Autorisierung einen neuen `state` und PKCE-Verifier. Vergleichen Sie `state` und `iss`, bevor Sie einen Code verwenden.",
        "[Prüfen Sie die Signatur](/docs/webhooks#verify) jedes Webhooks.",
        "Proben Sie den Wechsel des Secrets ohne Ausfall: Legen Sie ein zweites an, verteilen Sie es und lassen Sie dann das erste auslaufen.",
      ],
    },
    { heading: "Zuverlässigkeit", id: "reliability" },
    {
      list: [
        "Erneuern Sie die Tokens eines Geschäfts immer nur in einem Prozess zugleich. Speichern Sie das neue Refresh-Token, bevor Sie das Access-Token verwenden. Siehe [Refresh mit Wiederholungen](/docs/retries#program).",
        "Wiederholen Sie Anfragen mit Status 429 oder 503 nach `Retry-After`.",
        "Bitten Sie das Geschäft nach `invalid_grant` bei einem Refresh, die App erneut zu verbinden.",
        "Löschen Sie nach `installation.uninstalled` die Tokens des Geschäfts.",
      ],
    },
    { heading: "Die Prüfung", id: "review" },
    {
      steps: [
        "Reichen Sie die App im [Entwicklerportal](/portal) ein. {platform} prüft sie.",
        "Wenn Änderungen nötig sind, zeigt die Seite der App, was bei der Prüfung auffiel. Bearbeiten Sie die App, antworten Sie und reichen Sie sie erneut ein.",
        "Geben Sie nach der Freigabe den Installationslink weiter. Er steht auf der Seite der App, auch als QR-Code.",
        "Auch spätere Änderungen werden geprüft. Bis dahin nutzen Geschäfte die freigegebene Fassung.",
      ],
    },
    { action: "App im Entwicklerportal einreichen", href: "/portal" },
  ],
  fails: {
    title: "Probleme während und nach der Prüfung",
    rows: [
      [
        "Die Prüfung fordert Änderungen an",
        "Die Seite der App zeigt, was bei der Prüfung auffiel. Bearbeiten Sie die App, antworten Sie und reichen Sie sie erneut ein.",
      ],
      [
        "Geschäfte können die App nicht verbinden",
        "Fügen Sie eine Autorisierungs-URL in [Link prüfen](/portal/check) im Entwicklerportal ein; die Seite nennt den Fehler. [Fehler](/docs/errors) erklärt jeden Code an der Redirect-URI.",
      ],
      [
        "Refreshes schlagen fehl",
        "[Wiederholungen](/docs/retries#refused) sagt für jeden Fehler, ob Sie die Tokens behalten oder löschen.",
      ],
      [
        "Ein Secret ist in falsche Hände geraten",
        "Legen Sie auf der Seite der App im [Entwicklerportal](/portal) ein zweites Secret an, stellen Sie Ihre Server um und wählen Sie dann für das erste „Sofort ungültig machen“. „In 7 Tagen auslaufen lassen“ ließe es weiter gelten.",
      ],
    ],
  },
};
