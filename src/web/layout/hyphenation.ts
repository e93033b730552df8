import { type Html, trusted } from "../components/html.ts";

const SOFT_HYPHEN = "\u00AD";

/** Words that are wider than a phone with large text, with "|" at their hyphenation points. Not every browser has a German dictionary. */
const GERMAN = [
  "abge|schlossen",
  "Authentifi|zierungs",
  "Autorisierungs|anfrage",
  "Autorisierungs|endpunkt",
  "Autorisierungs|server",
  "Datenschutz|erklärung",
  "Entwickler|portal",
  "Entwicklungs|umgebung",
  "Installations|seite",
  "nach|gemachte",
  "Passwort|manager",
  "Prüf|warteschlange",
  "Sicherheits|schlüssel",
  "Verbindungs|anfrage",
  "Wiederherstellungs|code",
  "Wiederholungs|fenster",
  "Zustimmungs|seite",
].map((word) => word.split("|"));

const HYPHENATED = new Map(GERMAN.map((parts) => [parts.join(""), parts.join(SOFT_HYPHEN)]));

/** Matches the words outside tags, and whole elements whose text is code, a value or not on the page. */
const PARTS = new RegExp(
  `<(code|option|pre|script|textarea|title)\\b.*?</\\1>|(?:${[...HYPHENATED.keys()].join("|")})(?=[^<>]*<)`,
  "gs",
);

/** A page with soft hyphens in its long German words. Relies on `html`, which escapes ">" in attributes. */
export function withSoftHyphens(page: Html): Html {
  return trusted(page.toString().replaceAll(PARTS, (part) => HYPHENATED.get(part) ?? part));
}
