import type { en } from "./messages.en.ts";

/** Texts of the decision templates, in German. */
export const de: typeof en = {
  title: "Entscheidungsvorlagen",
  lead: "Gründe, die Sie Entwicklern oft nennen, in beiden Sprachen. Prüfer fügen sie ein, wenn sie eine App zurückgeben oder ablehnen.",
  add: "Entscheidungsvorlage anlegen",
  addTitle: "Neue Entscheidungsvorlage",
  none: "Es gibt noch keine Vorlagen",
  noneText: "Eine Vorlage füllt Grund und Erläuterung einer Entscheidung in der Sprache des Entwicklers aus.",
  name: "Name",
  nameHint: "Prüfer wählen die Vorlage nach ihrem Namen aus. Entwickler sehen ihn nicht.",
  reason: "Grund",
  text: "Erläuterung",
  textEn: "Erläuterung auf Englisch",
  textDe: "Erläuterung auf Deutsch",
  changed: "Geändert",
  save: "Vorlage speichern",
  saved: "Gespeichert. Prüfer können die Vorlage jetzt einfügen.",
  delete: "Vorlage löschen",
  deleteTitle: "Löschen",
  deleteEffect: "Das kann nicht rückgängig gemacht werden.",
  deleteHint: "Diese Vorlage kann nicht mehr eingefügt werden. Frühere Entscheidungen behalten ihren Text.",
  deleted: "Gelöscht. Frühere Entscheidungen behalten ihren Text.",
  cancel: "Abbrechen",
};
