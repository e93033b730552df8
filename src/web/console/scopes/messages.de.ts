import type { en } from "./messages.en.ts";

/** Texts of the scope catalogue, in German. */
export const de: typeof en = {
  title: "Katalog der Berechtigungen",
  lead: "Worum Apps bitten können, in den Worten, die Händler lesen.",
  search: "Name oder Titel enthält",
  retiredNot: "Nicht zurückgezogen",
  none: "Der Katalog ist leer. Apps können um nichts bitten, bis Sie eine Berechtigung anlegen.",
  name: "Name",
  nameHint: "Wie Apps ihn senden, etwa orders:read. Er bleibt für immer.",
  titleField: "Titel",
  titleHint: "Was sie erlaubt, in den Worten eines Händlers, etwa „Ihre Bestellungen sehen“.",
  description: "Beschreibung",
  sensitivity: "Schutzbedarf",
  sensitivityHint: "Besonders geschützte brauchen Ihr Ja für jede App.",
  retired: "Zurückgezogen",
  retiredHint: "Keine App kann mehr darum bitten; wer sie hat, behält sie.",
  add: "Berechtigung anlegen",
  edit: "Ändern",
  editTitle: (name) => `Berechtigung ${name}`,
  addTitle: "Neue Berechtigung",
  save: "Speichern",
  cancel: "Abbrechen",
  exists: "Es gibt eine Berechtigung dieses Namens. Ändern Sie stattdessen diese.",
};
