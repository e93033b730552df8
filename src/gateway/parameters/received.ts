import { parseForm, type ReceivedParameters } from "../../http/form.ts";
import { HttpError } from "../http-error.ts";

/** The maximum number of parameters: more than any OAuth request needs. Checked before decoding. */
export const MAX_PARAMETERS = 64;

/** @throws HttpError 400 for too many parameters */
export function readForm(bytes: string): ReceivedParameters {
  const received = parseForm(bytes, MAX_PARAMETERS);
  if (received === null) throw tooManyParameters();
  return received;
}

export function tooManyParameters(): HttpError {
  return new HttpError(400, `A request has at most ${MAX_PARAMETERS} parameters.`);
}
