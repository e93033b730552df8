import { HttpError } from "../http-error.ts";

/** Decoded but unvalidated parameters of a body or query, in order, duplicates included. */
export interface ReceivedParameters {
  pairs: [name: string, value: string][];
  /** Names of parameters with invalid UTF-8, invalid percent encoding or lone surrogates; not in `pairs`. */
  malformed: string[];
}

/** More than any OAuth request needs; checked before decoding. */
const MAX_PARAMETERS = 64;

/** @throws HttpError 400 */
export function refuseTooMany(count: number): void {
  if (count > MAX_PARAMETERS) throw new HttpError(400, `A request has at most ${MAX_PARAMETERS} parameters.`);
}
