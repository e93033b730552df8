import type { en } from "./messages.en.ts";

/** Texts of the start page, in German. */
export const de: typeof en = {
  title: "Willkommen",
  lead: (platform) =>
    `Über ${platform} arbeiten Apps mit den Daten Ihres Geschäfts. Sie entscheiden, welche App worauf zugreift, und können den Zugriff jederzeit beenden.`,
  greeting: (name) => `Guten Tag, ${name}`,
  connectedText: "Sehen, welche Apps auf Ihre Geschäfte zugreifen, und den Zugriff beenden.",
  connectedOpen: "Verbundene Apps ansehen",
  portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen pflegen.",
  portalOpen: "Entwicklerportal öffnen",
  consoleText: "Apps prüfen und die Plattform verwalten.",
  consoleOpen: "Konsole öffnen",
  merchants: "Ihre Geschäfte",
  merchantsNone: "Ihr Konto gehört noch zu keinem Geschäft. Die Plattform kann Sie zu einem hinzufügen.",
  merchantsMore: (count) => `Gezeigt werden die ersten ${count}.`,
  connectHint:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App. Bevor etwas geteilt wird, sehen Sie, worum sie bittet.",
  merchantsHeading: "Für alle, die ein Geschäft führen",
  merchantsText:
    "Sie möchten eine App verbinden? Öffnen Sie ihren Installationslink und melden Sie sich an. Geteilt wird erst, was Sie erlauben.",
  developers: "Für Entwickler",
  developersText: "Bieten Sie Ihre App den Geschäften auf dieser Plattform an.",
  signUp: "Entwicklerkonto anlegen",
  metadata: "OAuth-Metadaten des Servers",
  errorCodes: "OAuth-Fehlercodes",
  operator: "Betreiber",
  developer: "Entwickler",
};
