import type { FieldViolation } from "./errors.ts";
import { findTextError } from "./text-validation.ts";
import { violation } from "./violations.ts";

/** Why an operator or a side did something: a code for programs, words for people. */
export interface Reason {
  code: string;
  text: string;
}

const CODE = /^[A-Za-z0-9._-]{1,64}$/;

/** What to change about a reason. `wordless`: the code alone will do. */
export function findReasonViolations(reason: Reason, { wordless = false } = {}): FieldViolation[] {
  const advice = "1 to 64 letters, digits, dots, underscores or hyphens, such as REDIRECT_URI.";
  return [
    ...violation("reason_code", CODE.test(reason.code) ? null : advice),
    ...violation("reason_text", findTextError(reason.text, { min: wordless ? 0 : 1, max: 2000, multiline: true })),
  ];
}
