import { isPasswordAllowed } from "../../../credential/password-rules.ts";
import { type ReceivedRequestError, requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import type { Messages } from "../../messages.en.ts";

/** Finds the errors of the form that need no call to the core. */
export function findNewAccountErrors(
  t: Messages,
  { name, email, password }: { name: string; email?: string; password: string },
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === "") errors.push({ field: "name", text: t.signUp.nameRequired });
  if (email === "") errors.push({ field: "email", text: t.signUp.emailRequired });
  else if (email !== undefined && !email.includes("@")) errors.push({ field: "email", text: t.signUp.emailInvalid });
  if (password === "") errors.push({ field: "password", text: t.signUp.passwordRequired });
  else if (!isPasswordAllowed(password)) errors.push({ field: "password", text: t.signUp.passwordInvalid });
  return errors;
}

type Violation = ReceivedRequestError["violations"][number];

/** The field errors of a failed call; empty for other errors. */
export function toFieldErrors(t: Messages, failure: unknown): FieldError[] {
  return requestErrorOf(failure)?.violations.flatMap((violation) => fieldErrorOf(t, violation)) ?? [];
}

/** The error of a new password at its field, which is `field`; null if the failure is about something else. */
export function newPasswordError({ signUp }: Messages, failure: unknown, field: string): FieldError | null {
  const violation = requestErrorOf(failure)?.violations.find((one) => one.field === field);
  if (violation === undefined) return null;
  return { field, text: passwordText(signUp, violation.reason) };
}

function passwordText(signUp: Messages["signUp"], reason: string | undefined): string {
  return reason === "TOO_COMMON" ? signUp.passwordCommon : signUp.passwordInvalid;
}

function fieldErrorOf({ signUp }: Messages, { field, reason }: Violation): FieldError[] {
  switch (field) {
    case "name":
      return [{ field, text: signUp.nameInvalid }];
    case "email":
      return [{ field, text: signUp.emailInvalid }];
    case "password":
      return [{ field, text: passwordText(signUp, reason) }];
    default:
      return [];
  }
}
