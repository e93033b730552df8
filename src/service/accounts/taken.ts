import { isConstraintViolation } from "../../store/connection/errors.ts";
import { RequestError } from "../errors.ts";

/** Turns the database's word that a row of this key exists into `refusal`, for transactions that can violate no other constraint. */
export async function refuseTaken<T>(work: Promise<T>, refusal: () => RequestError): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isConstraintViolation(error) ? refusal() : error;
  }
}

export async function refuseTakenEmail<T>(work: Promise<T>): Promise<T> {
  return refuseTaken(work, emailTaken);
}

export function emailTaken(): RequestError {
  return new RequestError("already_exists", "EMAIL_TAKEN", "There is an account of this e-mail already.");
}
