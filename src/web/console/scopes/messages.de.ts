import type { en } from "./messages.en.ts";

/** Texts of the scope catalogue, in German. */
export const de: typeof en = {
  title: "Scope-Katalog",
  lead: "Was Apps anfordern können. Geschäfte sehen den Titel und die Beschreibung.",
  search: "Name oder Titel",
  state: "Status",
  notRetired: "Aktiv",
  none: "Der Katalog ist leer. Apps können keine Scopes anfordern, bis Sie einen anlegen.",
  name: "Name",
  nameHint: "Der Wert in Autorisierungsanfragen, etwa orders:read. Er lässt sich später nicht ändern.",
  titleField: "Titel",
  titleHint: "Was der Scope erlaubt, in den Worten des Geschäfts, etwa „Ihre Bestellungen sehen“.",
  description: "Beschreibung",
  translations: "Texte je Sprache",
  translationsHint:
    "Seiten in diesen Sprachen zeigen diese Texte. Ohne Text zeigen sie den Titel und die Beschreibung oben.",
  languages: { en: "Englisch", de: "Deutsch" },
  titleIn: (language) => `Titel (${language})`,
  descriptionIn: (language) => `Beschreibung (${language})`,
  titleMissing: "Geben Sie auch den Titel ein, oder entfernen Sie die Beschreibung.",
  sensitivity: "Sensibilität",
  sensitivityHints: [
    "Normal: Jede App kann ihn anfordern.",
    "Sensibel: Zustimmungsseiten nennen ihn zuerst und kennzeichnen ihn, und die Prüfwarteschlange zählt ihn.",
    "Eingeschränkt: als sehr sensibel gekennzeichnet, und ein Betreiber muss ihn für jede App einzeln erlauben.",
  ],
  retired: "Zurückgezogen",
  retiredHint: "Neue Apps können ihn nicht anfordern. Apps, die ihn haben, behalten ihn.",
  add: "Scope anlegen",
  edit: "Bearbeiten",
  editTitle: (name) => `Scope ${name}`,
  addTitle: "Neuer Scope",
  saved: "Scope gespeichert. Zustimmungsseiten zeigen ab jetzt den neuen Text.",
  save: "Scope speichern",
  cancel: "Abbrechen",
  exists: "Einen Scope mit diesem Namen gibt es schon. Bearbeiten Sie diesen.",
};
