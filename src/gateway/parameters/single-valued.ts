import type { ReceivedParameters } from "../../http/form.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { collectParameters, isLegalText } from "../../oauth/parameters.ts";

/** Valid parameters by name. RFC 6749 §3.1: an empty value counts as absent. */
export type Parameters = ReadonlyMap<string, string>;

const MAX_NAME = 128;
const MAX_VALUE = 4096;
// Names that are harmless in a Map, but that no OAuth client sends.
const RESERVED = new Set(["", "__proto__", "constructor", "prototype"]);

/**
 * Validates all parameters, unknown ones included.
 * @throws OAuthError parameter_malformed, parameter_duplicated
 */
export function toSingleValued({ pairs, malformed }: ReceivedParameters): Parameters {
  if (malformed.length > 0 || !pairs.every(isLegalPair)) throw new OAuthError("parameter_malformed");
  const { values, duplicated } = collectParameters(pairs);
  if (duplicated.size > 0) throw new OAuthError("parameter_duplicated");
  return values;
}

function isLegalPair([name, value]: [string, string]): boolean {
  if (RESERVED.has(name) || name.length > MAX_NAME || value.length > MAX_VALUE) return false;
  return isLegalText(name) && isLegalText(value);
}
