import type { en } from "./messages.en.ts";

/** Texts of the start page, in German. */
export const de: typeof en = {
  title: "Willkommen",
  lead: (platform) =>
    `Verbinden Sie Apps mit Ihrem Shop bei ${platform}. Sie entscheiden, was jede App sehen und tun darf, und können sie jederzeit deinstallieren.`,
  greeting: (name) => `Guten Tag, ${name}`,
  connectedText: "Sehen Sie, welche Apps Zugriff auf Ihre Daten haben. Pausieren oder deinstallieren Sie sie.",
  connectedOpen: "Verbundene Apps ansehen",
  portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen verwalten.",
  portalOpen: "Entwicklerportal öffnen",
  consoleText: "Apps prüfen und die Plattform verwalten.",
  consoleOpen: "Konsole öffnen",
  merchants: "Ihre Shops",
  merchantsNone: "Ihr Konto gehört noch zu keinem Shop. Bitten Sie einen Inhaber des Shops um eine Einladung.",
  merchantsMore: (count) => `Es werden die ersten ${count} angezeigt.`,
  connectHint:
    "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App. Ohne Ihre Erlaubnis wird nichts freigegeben.",
  merchantsHeading: "Für Shops",
  headline: (platform) => `Apps für Ihren Shop bei ${platform}`,
  steps: [
    ["Installationslink einer App öffnen", "Sie bekommen ihn vom Entwickler oder beginnen in der App."],
    ["Lesen, worum sie bittet", "Sie sehen, wer die App anbietet, und jede Berechtigung in klaren Worten."],
    [
      "Entscheiden und später ändern",
      "Ohne Ihre Erlaubnis wird nichts freigegeben. Pausieren oder deinstallieren Sie Apps jederzeit.",
    ],
  ],
  developers: "Für Entwickler",
  developersText:
    "Bieten Sie Ihre App den Geschäften auf dieser Plattform an: mit einem Schnellstart in vier Sprachen, Testgeschäften und einer Prüfung, bevor es losgeht.",
  signUp: "Entwicklerkonto anlegen",
  metadata: "OAuth-Metadaten des Servers",
  operator: "Betreiber",
  developer: "Entwickler",
};
