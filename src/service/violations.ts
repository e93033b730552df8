import { type FieldViolation, RequestError } from "./errors.ts";

/** @throws RequestError INVALID with all of them, if there are any */
export function refuseViolations(violations: FieldViolation[]): void {
  if (violations.length > 0) throw toInvalid(violations);
}

/** The refusal that names every field that has to change. */
export function toInvalid(violations: FieldViolation[]): RequestError {
  const [first] = violations;
  const one = `${first?.field}: ${first?.description}`;
  const message = violations.length === 1 ? one : `${violations.length} fields have to change.`;
  return new RequestError("invalid_argument", "INVALID", message, { violations });
}

/** The violation of one field, told by a sentence or by a code with its sentence; none for null. */
export function violation(field: string, fault: string | Omit<FieldViolation, "field"> | null): FieldViolation[] {
  if (fault === null) return [];
  return [typeof fault === "string" ? { field, description: fault } : { field, ...fault }];
}
