import type { FieldViolation } from "./errors.ts";
import { findTextError } from "./text-validation.ts";
import { violation } from "./violations.ts";

/** The reason of a decision: a code for programs and a text for people. */
export interface Reason {
  code: string;
  text: string;
}

const CODE = /^[A-Za-z0-9._-]{1,64}$/;

export function findReasonViolations(reason: Reason, { textOptional = false } = {}): FieldViolation[] {
  const advice = "1 to 64 letters, digits, dots, underscores or hyphens, such as REDIRECT_URI.";
  return [
    ...violation("reason_code", CODE.test(reason.code) ? null : advice),
    ...violation("reason_text", findTextError(reason.text, { min: textOptional ? 0 : 1, max: 2000, multiline: true })),
  ];
}
