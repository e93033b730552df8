import type { en } from "./messages.en.ts";

/** Texts of the search, in German. */
export const de: typeof en = {
  title: "Suche",
  label: "Dokumentation durchsuchen",
  placeholder: "Suchen",
  submit: "Suchen",
  lead: "Durchsuchen Sie Anleitungen, Endpunkte, Parameter, Fehlercodes und Scopes.",
  count: (hits, query) => (hits === 1 ? `1 Ergebnis für „${query}“` : `${hits} Ergebnisse für „${query}“`),
  none: (query) => `Keine Ergebnisse für „${query}“`,
  noneText: "Prüfen Sie die Schreibweise oder verwenden Sie weniger Wörter.",
  browse: "Alle Seiten ansehen",
};
