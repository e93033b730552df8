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

/** The field errors of a failed call; empty for other errors. */
export function toFieldErrors(t: Messages, failure: unknown): FieldError[] {
  return requestErrorOf(failure)?.violations.flatMap((violation) => fieldErrorOf(t, violation)) ?? [];
}

function fieldErrorOf({ signUp }: Messages, { field }: ReceivedRequestError["violations"][number]): FieldError[] {
  switch (field) {
    case "name":
      return [{ field, text: signUp.nameInvalid }];
    case "email":
      return [{ field, text: signUp.emailInvalid }];
    case "password":
      return [{ field, text: signUp.passwordInvalid }];
    default:
      return [];
  }
}
