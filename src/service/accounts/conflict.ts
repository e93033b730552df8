import { isConstraintViolation } from "../../store/connection/errors.ts";
import { RequestError } from "../errors.ts";

/** Maps a constraint violation to `error`. Use it only for transactions in which a single constraint can fail. */
export async function mapConflict<T>(work: Promise<T>, error: () => RequestError): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isConstraintViolation(cause) ? error() : cause;
  }
}

/** Maps a constraint violation to EMAIL_TAKEN. */
export async function mapEmailConflict<T>(work: Promise<T>): Promise<T> {
  return mapConflict(work, emailTaken);
}

export function emailTaken(): RequestError {
  return new RequestError("already_exists", "EMAIL_TAKEN", "An account with this e-mail already exists.");
}
