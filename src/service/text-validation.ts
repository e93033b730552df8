/** The length limits of a text, in characters. */
export interface TextRule {
  min: number;
  max: number;
  /** True allows line breaks. */
  multiline?: boolean;
}

/** An error in a text, for programs and users. */
export interface TextError {
  reason: "REQUIRED" | "TOO_LONG" | "ILLEGAL_CHARACTER" | "OUTER_SPACE";
  description: string;
}

// Control, bidirectional and invisible characters, because reviewers and merchants must see the same text. Joiners and variation selectors
// are legal, because scripts and emoji need them.
const ILLEGAL =
  /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u2800]/u;
const ILLEGAL_BUT_BREAKS = new RegExp(`(?![\\n\\r\\t])${ILLEGAL.source}`, "u");

/** The error in a text for display; null if it is valid. */
export function validateText(text: string, rule: TextRule): TextError | null {
  const length = [...text].length;
  if (length < rule.min) return { reason: "REQUIRED", description: "Required." };
  if (length > rule.max) return { reason: "TOO_LONG", description: `At most ${rule.max} characters.` };
  if ((rule.multiline ? ILLEGAL_BUT_BREAKS : ILLEGAL).test(text)) {
    const description = "Remove control characters and characters that change the text direction.";
    return { reason: "ILLEGAL_CHARACTER", description };
  }
  if (text.trim() === text) return null;
  return { reason: "OUTER_SPACE", description: "Remove spaces at the beginning and end." };
}

/** The description of `validateText`'s error. */
export function findTextError(text: string, rule: TextRule): string | null {
  return validateText(text, rule)?.description ?? null;
}
