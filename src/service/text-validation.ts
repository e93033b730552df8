/** The longest and shortest that a text may be, in characters. */
export interface TextRule {
  min: number;
  max: number;
  /** It may have line breaks. */
  multiline?: boolean;
}

/** What to change about a text, for programs and for people. */
export interface TextError {
  reason: "REQUIRED" | "TOO_LONG" | "ILLEGAL_CHARACTER" | "OUTER_SPACE";
  description: string;
}

// Control characters, those that make a line read other than it is written (bidirectional overrides), and those that nobody sees: what is
// read in a review must be what a merchant reads. Joiners and variation selectors stay, for scripts and emoji need them.
const ILLEGAL =
  /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u2800]/u;
const ILLEGAL_BUT_BREAKS = new RegExp(`(?![\\n\\r\\t])${ILLEGAL.source}`, "u");

/** What to change about a text that a person wrote for others to read; null: nothing. */
export function validateText(text: string, rule: TextRule): TextError | null {
  const length = [...text].length;
  if (length < rule.min) return { reason: "REQUIRED", description: "Required." };
  if (length > rule.max) return { reason: "TOO_LONG", description: `At most ${rule.max} characters.` };
  if ((rule.multiline ? ILLEGAL_BUT_BREAKS : ILLEGAL).test(text)) {
    const description = "Leave out control characters and those that change the direction of writing.";
    return { reason: "ILLEGAL_CHARACTER", description };
  }
  if (text.trim() === text) return null;
  return { reason: "OUTER_SPACE", description: "Leave out spaces at the beginning and end." };
}

/** The sentence of `validateText`. */
export function findTextError(text: string, rule: TextRule): string | null {
  return validateText(text, rule)?.description ?? null;
}
