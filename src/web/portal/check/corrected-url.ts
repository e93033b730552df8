import type {
  AppProfile,
  AuthorizeUrlFinding,
  ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { similarName } from "./similar-name.ts";

const METHOD = "code_challenge_method";

type Pairs = readonly (readonly [name: string, value: string])[];
type Profile = Pick<AppProfile, "redirectUris" | "scopes">;

/** Stands for a value that only the app can create. */
export const STATE = "STATE";

/** The URL with each error corrected whose correction follows from the app's profile or from the protocol. */
export function correctedUrl(
  { findings, parameters }: Pick<ValidateAuthorizeUrlResponse, "findings" | "parameters">,
  profile: Profile,
  publicUrl: string,
): string {
  const sent: Pairs = parameters.map(({ name, value }) => [name, value]);
  const pairs = findings.reduce((before, finding) => corrected(before, finding, profile), sent);
  const url = new URL("/oauth/authorize", publicUrl);
  url.search = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return url.href;
}

function corrected(pairs: Pairs, { code, parameter, detail }: AuthorizeUrlFinding, profile: Profile): Pairs {
  const value = firstValue(pairs, parameter);
  switch (code) {
    case "redirect_uri_duplicated":
    case "parameter_duplicated":
      return withoutRepeats(pairs, parameter);
    case "redirect_uri_missing":
    case "redirect_uri_unregistered":
      return withValue(pairs, parameter, registeredUri(value, profile.redirectUris));
    case "state_missing":
    case "state_malformed":
      return withValue(pairs, parameter, STATE);
    case "response_type_unsupported":
      return withValue(pairs, parameter, "code");
    case "challenge_malformed":
      return withValue(pairs, parameter, toBase64Url(value));
    case "challenge_method":
      return isPlain(firstValue(pairs, METHOD)) ? pairs : withValue(pairs, METHOD, "S256");
    case "scope_missing":
      return withValue(pairs, parameter, namesOf(profile).join(" "));
    case "scope_malformed":
      return withValue(pairs, parameter, scopesIn(value).join(" "));
    case "scope_unregistered":
      return withValue(pairs, parameter, allowedScopes(value, detail.split(" "), profile).join(" "));
    case "request_object":
    case "request_uri":
    case "challenge_method_alone":
    case "prompt_malformed":
    case "merchant_hint_malformed":
      return pairs.filter(([name]) => name !== parameter);
    default:
      return pairs;
  }
}

function firstValue(pairs: Pairs, parameter: string): string {
  return pairs.find(([name]) => name === parameter)?.[1] ?? "";
}

/** The pairs with one value of the parameter, at its place or at the end. An empty value changes nothing. */
function withValue(pairs: Pairs, parameter: string, value: string): Pairs {
  if (value === "") return pairs;
  const at = pairs.findIndex(([name]) => name === parameter);
  return at === -1 ? [...pairs, [parameter, value]] : pairs.with(at, [parameter, value]);
}

/** The pairs without a parameter's repetitions of the same value. Different values stay, because only the app knows the right one. */
function withoutRepeats(pairs: Pairs, parameter: string): Pairs {
  const first = firstValue(pairs, parameter);
  const values = pairs.filter(([name]) => name === parameter);
  if (values.some(([, value]) => value !== first)) return pairs;
  const at = pairs.findIndex(([name]) => name === parameter);
  return pairs.filter(([name], place) => name !== parameter || place === at);
}

/** The only registered redirect URI, or the one that begins most like the sent one; empty if none does more than others. */
function registeredUri(sent: string, registered: readonly string[]): string {
  const [first = "", ...others] = registered.toSorted((a, b) => sameStart(sent, b) - sameStart(sent, a));
  const isAlone = others.every((other) => sameStart(sent, other) < sameStart(sent, first));
  return isAlone ? first : "";
}

function sameStart(left: string, right: string): number {
  const at = [...left].findIndex((character, index) => character !== right[index]);
  return at === -1 ? left.length : at;
}

/** The requested scopes, misspelled ones corrected and without those that the app may not request; if none is left, all others of the app. */
function allowedScopes(sent: string, refused: readonly string[], profile: Profile): string[] {
  const allowed = namesOf(profile).filter((name) => !refused.includes(name));
  const meant = scopesIn(sent).flatMap((name) => (allowed.includes(name) ? name : (similarName(name, allowed) ?? [])));
  return meant.length > 0 ? [...new Set(meant)] : allowed;
}

/** The scopes of a list with any separators, without repetitions. */
function scopesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,+]+/).filter(Boolean))];
}

function namesOf({ scopes }: Profile): string[] {
  return scopes.map(({ name }) => name);
}

/** Base64 as base64url without padding. */
function toBase64Url(value: string): string {
  return value.replaceAll("+", "-").replaceAll("/", "_").replaceAll(" ", "-").replace(/=+$/, "");
}

/** A plain challenge is the verifier itself, so another name of the method does not correct it. */
function isPlain(method: string): boolean {
  return method === "" || /plain/i.test(method);
}
