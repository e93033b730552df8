import { parseForm } from "../../http/form.ts";
import { isLegalText } from "../../oauth/parameters.ts";
import { PageError } from "../errors/page-error.ts";

const MAX_FIELDS = 200;

/** The fields of a form or query. */
export interface Fields {
  /** The value of a field; null if it is absent. */
  one(name: string): string | null;
  /** The values of a repeatable field, such as checkboxes. */
  all(name: string): string[];
}

/**
 * Parses `application/x-www-form-urlencoded`. Rejects malformed encoding, control characters, names with brackets, and duplicates of
 * fields that are not repeatable.
 * @param latin1 one character per byte, as in Node's `request.url`
 * @param repeatable names of fields that may have several different values
 * @throws PageError 400
 */
export function parseFields(latin1: string, repeatable: readonly string[] = []): Fields {
  const received = parseForm(latin1, MAX_FIELDS);
  if (received === null || received.malformed.length > 0) throw malformed();
  const values = new Map<string, string[]>();
  for (const [name, value] of received.pairs) {
    const seen = values.get(name) ?? [];
    const duplicate = seen.length > 0 && (!repeatable.includes(name) || seen.includes(value));
    if (duplicate || /[[\]]/.test(name) || !isTypedText(name) || !isTypedText(value)) throw malformed();
    values.set(name, [...seen, value]);
  }
  return {
    one: (name) => values.get(name)?.[0] ?? null,
    all: (name) => values.get(name) ?? [],
  };
}

/** The trimmed text of a textarea, with `\n` as its line breaks; empty if the field is absent. */
export function multilineText(fields: Pick<Fields, "one">, name: string): string {
  return (fields.one(name) ?? "").replaceAll("\r\n", "\n").trim();
}

/** True if a text has no control characters except line breaks, which a person can type into a textarea. */
function isTypedText(text: string): boolean {
  return isLegalText(text.replaceAll("\r\n", ""));
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
