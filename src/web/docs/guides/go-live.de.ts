import type { Guide } from "../content.ts";

export const goLive: Guide = {
  title: "Live gehen",
  lead: "Eine App funktioniert mit echten Geschäften, nachdem die Plattform sie freigegeben hat. Gehen Sie vor dem Einreichen diese Liste durch.",
  blocks: [
    { heading: "Die Seite der App", id: "profile" },
    {
      list: [
        "Name, Zweck und Logo sagen, was die App tut. Geschäfte lesen sie auf der Zustimmungsseite; das Formular im [Entwicklerportal](/portal) hat eine Vorschau.",
        "Jede Redirect-URI antwortet, und die Ihrer Entwicklungsumgebung sind entfernt.",
        "Jeder Scope hat eine Begründung. Scopes, ohne die die App auskommt, sind optional.",
        "Website, Support-Kontakt und Datenschutzerklärung funktionieren. Prüfer und Geschäfte nutzen sie, und die Zustimmungsseite verlinkt sie.",
        "Die App wurde bei einem [Testgeschäft](/docs/test-merchants) installiert und kommt mit den [Fehlerfällen](/docs/test-merchants#failures) zurecht.",
      ],
    },
    { heading: "Sicherheit", id: "security" },
    {
      list: [
        "`client_secret` und Tokens liegen verschlüsselt auf Ihrem Server und stehen weder in Logs noch im Quelltext.",
        "Jede Autorisierung hat einen eigenen `state` und PKCE-Verifier. Ihre App vergleicht `state` und `iss`, bevor sie einen Code verwendet.",
        "Ihre App [prüft die Signatur](/docs/webhooks#verify) jedes Webhooks.",
        "Sie können das Secret ohne Ausfall wechseln: Legen Sie ein zweites an, verteilen Sie es und lassen Sie dann das erste auslaufen.",
      ],
    },
    { heading: "Zuverlässigkeit", id: "reliability" },
    {
      list: [
        "Nur ein Prozess zugleich erneuert die Tokens eines Geschäfts. Er speichert das neue Refresh-Token, bevor er das Access-Token verwendet. Siehe [Refresh mit Wiederholungen](/docs/retries#program).",
        "Status 429 und 503 werden nach `Retry-After` wiederholt.",
        "Nach `invalid_grant` bei einem Refresh bittet Ihre App das Geschäft, sie erneut zu verbinden.",
        "Nach `installation.uninstalled` löscht Ihre App die Tokens des Geschäfts.",
      ],
    },
    { heading: "Die Prüfung", id: "review" },
    {
      steps: [
        "Reichen Sie die App im [Entwicklerportal](/portal) ein. Die Plattform prüft sie.",
        "Wenn Änderungen nötig sind, zeigt die Seite der App, was bei der Prüfung auffiel. Bearbeiten Sie die App, antworten Sie und reichen Sie sie neu ein.",
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
        "Die Seite der App zeigt, was bei der Prüfung auffiel. Bearbeiten Sie die App, antworten Sie und reichen Sie sie neu ein.",
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
        "Fügen Sie auf der Seite der App im [Entwicklerportal](/portal) ein zweites Secret hinzu, stellen Sie um und wählen Sie dann für das erste „Sofort ungültig machen“. „In 7 Tagen auslaufen lassen“ ließe es weiter gelten.",
      ],
    ],
  },
};
