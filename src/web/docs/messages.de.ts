import { de as changelog } from "./changelog/messages.de.ts";
import { de as errors } from "./errors/messages.de.ts";
import { de as feedback } from "./feedback/messages.de.ts";
import { de as eventTypes } from "./guides/event-types.de.ts";
import { de as guides } from "./guides/messages.de.ts";
import { de as samples } from "./guides/samples/messages.de.ts";
import { tokenPicture } from "./guides/tokens.de.ts";
import { de as libraries } from "./libraries/messages.de.ts";
import { de as markdown } from "./markdown/messages.de.ts";
import type { en } from "./messages.en.ts";
import { de as overviewPage } from "./overview/messages.de.ts";
import { de as quickstart } from "./quickstart/messages.de.ts";
import { de as reference } from "./reference/messages.de.ts";
import { de as search } from "./search/messages.de.ts";
import { de as tryCalls } from "./try/messages.de.ts";

/** Texts of the documentation, in German. */
export const de: typeof en = {
  title: "Dokumentation",
  overview: "Überblick",
  short: "Doku",
  areas: "Bereiche der Dokumentation",
  lead: (platform) =>
    `Verbinden Sie Ihre App über OAuth 2.0 mit Geschäften auf ${platform}: Leiten Sie den Browser des Geschäfts zur Zustimmungsseite, lösen Sie den Code gegen Tokens ein und rufen Sie die API auf.`,
  contents: "Auf dieser Seite",
  fails: {
    columns: ["Sie sehen", "Was zu tun ist"],
    test: "[Testgeschäfte](/docs/test-merchants#failures) zeigt, wie Sie Fehler zum Testen auslösen, und [Fehler](/docs/errors) erklärt alle Codes.",
  },
  neighbours: "Vorige und nächste Seite",
  previous: "Zurück",
  next: "Weiter",
  groups: { start: "Einstieg", guides: "Anleitungen", reference: "API-Referenz" },
  pages: {
    quickstart: {
      title: "Schnellstart",
      summary: "Von der Client-ID zu den ersten Tokens, mit curl, JavaScript, Python oder Go.",
    },
    authorization: { title: "Autorisierung", summary: "Wie ein Geschäft Ihre App verbindet, Schritt für Schritt." },
    "go-live": { title: "Live gehen", summary: "Eine Checkliste für Prüfung und Betrieb." },
    endpoints: { title: "Endpunkte", summary: "Die Basis-URL, alle Endpunkte und was für alle gilt." },
    "endpoints/authorize": {
      title: "Authorize",
      summary: "Leiten Sie den Browser eines Geschäfts zur Zustimmungsseite.",
    },
    "endpoints/token": { title: "Token", summary: "Lösen Sie einen Code gegen Tokens ein und erneuern Sie diese." },
    "endpoints/revoke": {
      title: "Revoke",
      summary: "Widerrufen Sie ein Access-Token oder alle Tokens einer Autorisierung.",
    },
    "endpoints/introspect": { title: "Introspect", summary: "Prüfen Sie in einer API, ob ein Token gültig ist." },
    "endpoints/uninstall": { title: "Uninstall", summary: "Deinstallieren Sie Ihre App bei einem Geschäft." },
    "endpoints/metadata": { title: "Metadata", summary: "Lesen Sie Endpunkte und Funktionen von {platform}." },
    errors: { title: "Fehler", summary: "Was jeder Fehlercode bedeutet und was zu tun ist." },
    changelog: { title: "Änderungen", summary: "Versionen der API und die Änderungen, die Apps betreffen." },
    libraries: {
      title: "Bibliotheken",
      summary: "OAuth-Bibliotheken, mit denen wir testen, mit Beispielcode.",
    },
    retries: {
      title: "Wiederholungen",
      summary: "Welche Anfragen sich wiederholen lassen, mit Code für zuverlässige Refreshes.",
    },
    scopes: { title: "Scopes", summary: "Arten des Zugriffs und die Scopes von {platform}." },
    "test-merchants": {
      title: "Testgeschäfte",
      summary: "Probieren Sie Ihre App vor der Freigabe aus, auch in Fehlerfällen.",
    },
    tokens: { title: "Tokens", summary: "Wie lange Codes und Tokens gelten und was sie beendet." },
    webhooks: { title: "Webhooks", summary: "Empfangen Sie Ereignisse und prüfen Sie ihre Signaturen." },
    try: {
      title: "Aufruf ausprobieren",
      summary: "Senden Sie Anfragen Ihrer App mit einem Testgeschäft und sehen Sie die Antworten.",
    },
  },
  scopes: {
    catalogue: "Scopes von {platform}",
    columns: ["Scope", "Zugriff", "Sensibilität"],
    none: "{platform} bietet noch keine Scopes an.",
    unavailable: "Die Scopes können im Moment nicht angezeigt werden. Versuchen Sie es später noch einmal.",
    sensitivities: { normal: "Normal", sensitive: "Sensibel", restricted: "Eingeschränkt" },
    meaning: [
      {
        list: [
          "Normal: Jede App kann ihn registrieren.",
          "Sensibel: Jede App kann ihn registrieren. Die Zustimmungsseite nennt ihn vor normalen Scopes und kennzeichnet ihn als sensibel.",
          "Eingeschränkt: als sehr sensibel gekennzeichnet und nur für Apps, denen [{platform} ihn erlaubt](/docs/scopes#restricted).",
        ],
      },
    ],
  },
  changelog,
  eventTypes,
  errors,
  feedback,
  guides,
  libraries,
  markdown,
  overviewPage,
  quickstart,
  reference,
  samples,
  search,
  tokenPicture,
  try: tryCalls,
};
