import type { en } from "./messages.en.ts";

/** Texts of the search, in German. */
export const de: typeof en = {
  title: "Suche",
  label: "Dokumentation durchsuchen",
  placeholder: "Suchen",
  submit: "Suchen",
  key: "Strg K",
  suggestions: "Vorschläge",
  suggested: (hits) => (hits === 1 ? "1 Vorschlag" : `${hits} Vorschläge`),
  all: (query) => `Alle Ergebnisse für „${query}“`,
  similar: "Meinten Sie",
  lead: "Durchsuchen Sie Anleitungen, Endpunkte, Parameter, Fehlercodes, Ereignistypen und Scopes.",
  count: (hits, pages, query) =>
    `${hits === 1 ? "1 Ergebnis" : `${hits} Ergebnisse`} auf ${pages === 1 ? "1 Seite" : `${pages} Seiten`} für „${query}“`,
  more: (hits) => (hits === 1 ? "1 weiteres Ergebnis auf dieser Seite" : `${hits} weitere Ergebnisse auf dieser Seite`),
  start: "Einleitung",
  inSample: "Im Beispiel:",
  none: (query) => `Keine Ergebnisse für „${query}“`,
  noneText: "Prüfen Sie die Schreibweise oder verwenden Sie weniger Wörter.",
  corrected: (query) => `Keine Ergebnisse für „${query}“. Dies sind die Ergebnisse für`,
  examples: "Zum Beispiel:",
  browse: "Alle Seiten ansehen",
};
