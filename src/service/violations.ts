import { type FieldViolation, RequestError } from "./errors.ts";

/** @throws RequestError INVALID with all violations, if there are any */
export function requireNoViolations(violations: FieldViolation[]): void {
  if (violations.length > 0) throw invalidFields(violations);
}

/** The error that lists every invalid field. */
export function invalidFields(violations: FieldViolation[]): RequestError {
  const [first] = violations;
  const one = `${first?.field}: ${first?.description}`;
  const message = violations.length === 1 ? one : `${violations.length} fields are invalid.`;
  return new RequestError("invalid_argument", "INVALID", message, { violations });
}

/** The violation of a field as a list, from a description or a code with its description; empty if `error` is null. */
export function violation(field: string, error: string | Omit<FieldViolation, "field"> | null): FieldViolation[] {
  if (error === null) return [];
  return [typeof error === "string" ? { field, description: error } : { field, ...error }];
}
