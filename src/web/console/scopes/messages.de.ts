import type { en } from "./messages.en.ts";

/** Texts of the scope catalogue, in German. */
export const de: typeof en = {
  title: "Katalog der Berechtigungen",
  lead: "Die Berechtigungen, um die Apps bitten können, wie Geschäfte sie sehen.",
  search: "Name oder Titel enthält",
  notRetired: "Nicht zurückgezogen",
  none: "Der Katalog ist leer. Apps können um keine Berechtigungen bitten, bis Sie eine anlegen.",
  name: "Name",
  nameHint: "Der Wert in Autorisierungsanfragen, etwa orders:read. Er lässt sich später nicht ändern.",
  titleField: "Titel",
  titleHint: "Was sie erlaubt, wie Geschäfte es sehen, etwa „Ihre Bestellungen sehen“.",
  description: "Beschreibung",
  sensitivity: "Sensibilität",
  sensitivityHint: "Eingeschränkte Berechtigungen müssen für jede App einzeln erlaubt werden.",
  retired: "Zurückgezogen",
  retiredHint: "Neue Apps können nicht darum bitten. Apps, die sie haben, behalten sie.",
  add: "Berechtigung anlegen",
  edit: "Bearbeiten",
  editTitle: (name) => `Berechtigung ${name}`,
  addTitle: "Neue Berechtigung",
  save: "Speichern",
  cancel: "Abbrechen",
  exists: "Eine Berechtigung mit diesem Namen gibt es schon. Bearbeiten Sie diese.",
};
