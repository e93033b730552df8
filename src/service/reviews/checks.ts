import { skeletonsOf } from "../../model/name-skeletons.ts";
import type { AppProfile } from "../apps/profile.ts";
import { type HostChecks, type HostState, hostsOf } from "./host-checks.ts";

export type CheckKind =
  | "HOST_FOUND"
  | "HOST_PUBLIC"
  | "SCOPE_REASON"
  | "TEST_INSTALL"
  | "PLATFORM_NAME"
  | "INSTALL_LINK";
export type CheckResult = "PASSED" | "ATTENTION" | "UNKNOWN";

/** A fact about an app in review that the service has found. It is shown to the reviewer and decides nothing. */
export interface Check {
  kind: CheckKind;
  result: CheckResult;
  /** The hosts, scopes or names that the result is about. */
  subjects: string[];
  /** For TEST_INSTALL, the number of installations; otherwise 0. */
  count: number;
}

export interface CheckFacts {
  profile: Pick<AppProfile, "name" | "redirectUris" | "scopes" | "website" | "launchUrl" | "platformStart">;
  /** True if the platform can start the authorization for the app: it has a secret and does not require PKCE. */
  mayStart: boolean;
  developerName: string;
  platformName: string;
  testInstalls: number;
}

export async function checkReview(facts: CheckFacts, hosts: HostChecks): Promise<Check[]> {
  const { profile, testInstalls } = facts;
  const states = await hosts.check(hostsOf(profile.redirectUris));
  return [
    ...hostChecks(states),
    toCheck("SCOPE_REASON", scopesWithoutReason(profile.scopes)),
    { kind: "TEST_INSTALL", result: testInstalls > 0 ? "PASSED" : "ATTENTION", subjects: [], count: testInstalls },
    toCheck("PLATFORM_NAME", namesLikePlatform(facts)),
    { kind: "INSTALL_LINK", result: leadsNowhere(facts) ? "ATTENTION" : "PASSED", subjects: [], count: 0 },
  ];
}

function toCheck(kind: CheckKind, subjects: string[]): Check {
  return { kind, result: subjects.length === 0 ? "PASSED" : "ATTENTION", subjects, count: 0 };
}

/** True if merchants find no way from the install link to the app. */
function leadsNowhere({ profile, mayStart }: CheckFacts): boolean {
  return !profile.launchUrl && !profile.website && !(profile.platformStart && mayStart);
}

function hostChecks(states: ReadonlyMap<string, HostState>): Check[] {
  const of = (wanted: HostState) => [...states].filter(([, state]) => state === wanted).map(([host]) => host);
  const [missing, unknown] = [of("missing"), of("unknown")];
  const found = toCheck("HOST_FOUND", missing);
  if (missing.length === 0 && unknown.length > 0) Object.assign(found, { result: "UNKNOWN", subjects: unknown });
  return [found, toCheck("HOST_PUBLIC", of("special"))];
}

const SHORTEST_REASON = 10;

/** Scopes whose reason is too short to explain anything, or equals the reason of another scope. */
function scopesWithoutReason(scopes: AppProfile["scopes"]): string[] {
  const texts = scopes.map(({ reason }) => reason.trim().toLowerCase());
  const isRepeated = (text: string) => texts.indexOf(text) !== texts.lastIndexOf(text);
  return scopes
    .filter((_, at) => texts[at]!.length < SHORTEST_REASON || isRepeated(texts[at]!))
    .map(({ name }) => name);
}

/** The names that a merchant could take for the platform's own. */
function namesLikePlatform({ profile, developerName, platformName }: CheckFacts): string[] {
  const platform = [...skeletonsOf(platformName)];
  const isLike = (name: string) =>
    [...skeletonsOf(name)].some((skeleton) => platform.some((part) => skeleton.includes(part)));
  return [...new Set([profile.name, developerName])].filter(isLike);
}
