import { HttpError } from "../edge-fault.ts";

/** Parameters as they came, in order, doubles included; of the body or of the query, of a form or of JSON. */
export interface ReceivedParameters {
  pairs: [name: string, value: string][];
  /** Names of those whose bytes are no text (invalid UTF-8 or percent-encoding, lone surrogates); they are not among `pairs`. */
  malformed: string[];
}

/** More than any request of the protocol needs; counted before anything is decoded. */
const MAX_PARAMETERS = 64;

/** @throws HttpError 400 */
export function refuseTooMany(count: number): void {
  if (count > MAX_PARAMETERS) throw new HttpError(400, `A request has at most ${MAX_PARAMETERS} parameters.`);
}
