import type { en } from "./messages.en.ts";

/** Texts of the start page, in German. */
export const de: typeof en = {
  title: "Willkommen",
  lead: (platform) =>
    `Mit ${platform} arbeiten Apps mit den Daten eines Geschäfts. Sie entscheiden, welche App worauf zugreift, und können den Zugriff jederzeit widerrufen.`,
  greeting: (name) => `Guten Tag, ${name}`,
  connectedText: "Apps mit Zugriff auf Ihre Geschäfte ansehen und verwalten.",
  connectedOpen: "Verbundene Apps ansehen",
  portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen verwalten.",
  portalOpen: "Entwicklerportal öffnen",
  consoleText: "Apps prüfen und die Plattform verwalten.",
  consoleOpen: "Konsole öffnen",
  merchants: "Ihre Geschäfte",
  merchantsNone: "Ihr Konto gehört noch zu keinem Geschäft. Die Plattform kann Sie hinzufügen.",
  merchantsMore: (count) => `Nur die ersten ${count} werden gezeigt.`,
  connectHint:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink, oder beginnen Sie in der App. Nichts wird geteilt, bevor Sie es erlauben.",
  merchantsHeading: "Für Geschäfte",
  merchantsText:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink und melden Sie sich an. Nichts wird geteilt, bevor Sie es erlauben.",
  developers: "Für Entwickler",
  developersText: "Bieten Sie Ihre App den Geschäften auf dieser Plattform an.",
  signUp: "Entwicklerkonto anlegen",
  metadata: "OAuth-Metadaten des Servers",
  operator: "Betreiber",
  developer: "Entwickler",
};
