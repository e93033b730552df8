import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type Installation,
  InstallationState,
  Party,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { wordOf } from "../enum-names.ts";
import type { Cause, FailureName, Stop } from "./causes.ts";

/** The one answer about an installation: whether the app has access, and why not. */
export type Verdict =
  | { kind: "uninstalled" | "pending" }
  /** `suspended` if the platform stopped it, else `paused`. The most important stop comes first. */
  | { kind: "suspended" | "paused"; stops: readonly Stop[] }
  | { kind: "needs_attention"; cause: Cause }
  | { kind: "expires_soon"; days: number }
  /** `recovered` is the last failure, if a refresh succeeded less than an hour after it; else null. */
  | { kind: "healthy"; days: number | null; recovered: FailureName | null };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SOON_DAYS = 7;

/** The verdict, by the same rules as the filter by health (`store/installations/health-conditions.ts`). */
export function verdictOf(one: Installation, now = Date.now()): Verdict {
  if (one.state === InstallationState.UNINSTALLED) return { kind: "uninstalled" };
  if (one.state === InstallationState.PENDING) return { kind: "pending" };
  const stops = stopsOf(one);
  if (stops.length > 0) return { kind: stops.some((stop) => !isPause(stop)) ? "suspended" : "paused", stops };
  const failed = lastFailureOf(one);
  if (failed?.current) return { kind: "needs_attention", cause: failed.name };
  const left = one.tokensExpireAt === undefined ? null : timestampMs(one.tokensExpireAt) - now;
  if (left !== null && left < 0) return { kind: "needs_attention", cause: causeOfEnd(one, failed) };
  const days = left === null ? null : Math.floor(left / DAY);
  if (days !== null && days < SOON_DAYS) return { kind: "expires_soon", days };
  return { kind: "healthy", days, recovered: failed?.recent ? failed.name : null };
}

/** The failure that revoked the tokens, if there was one within an hour of their end. Times are recorded once an hour. */
function causeOfEnd({ tokensExpireAt, tokensRevoked }: Installation, failed: LastFailure | null): Cause {
  const otherwise = tokensRevoked ? "ended" : "unrefreshed";
  if (tokensExpireAt === undefined || (failed?.name !== "reused" && failed?.name !== "ended")) return otherwise;
  return Math.abs(timestampMs(tokensExpireAt) - timestampMs(failed.at)) < HOUR ? failed.name : otherwise;
}

/** The suspensions and pauses of the installation. An uninstall lifts only those of the party that uninstalls. */
export function stopsOf({ suspendedByParties: parties, appState, merchantState }: Installation): Stop[] {
  const stops: [Stop, boolean][] = [
    ["operator", parties.includes(Party.OPERATOR)],
    ["app_suspended", appState === AppState.SUSPENDED],
    ["app_rejected", appState === AppState.REJECTED],
    ["merchant_suspended", merchantState === MerchantState.SUSPENDED],
    ["merchant", parties.includes(Party.MERCHANT)],
    ["app", parties.includes(Party.APP)],
  ];
  return stops.filter(([, isStopped]) => isStopped).map(([stop]) => stop);
}

/** True if the tokens were revoked, so that their recorded expiry means nothing. */
export function hasLostTokens(verdict: Verdict): boolean {
  if (verdict.kind === "uninstalled") return true;
  return verdict.kind === "needs_attention" && (verdict.cause === "reused" || verdict.cause === "ended");
}

/** When the tokens expired or were revoked; null if they still work, or if a failed refresh says that they ended. */
export function accessEndedAt(one: Installation, verdict: Verdict, now = Date.now()): Timestamp | null {
  const { tokensExpireAt: at, tokensRevoked } = one;
  if (at === undefined || timestampMs(at) > now || verdict.kind === "uninstalled") return null;
  const isNamed = hasLostTokens(verdict) && (!tokensRevoked || isReuse(verdict));
  return isNamed ? null : at;
}

function isReuse(verdict: Verdict): boolean {
  return verdict.kind === "needs_attention" && verdict.cause === "reused";
}

function isPause(stop: Stop): boolean {
  return stop === "merchant" || stop === "app";
}

export interface LastFailure {
  at: Timestamp;
  name: FailureName;
  /** True if no refresh has succeeded since. */
  current: boolean;
  /** True if no refresh has succeeded since, or if one succeeded less than an hour later. */
  recent: boolean;
}

/** The last failed refresh of this install; null if there is none. */
export function lastFailureOf({
  connectedAt,
  lastFailedAt: at,
  lastRefreshedAt,
  lastFailure,
}: Installation): LastFailure | null {
  if (at === undefined || (connectedAt !== undefined && timestampMs(at) < timestampMs(connectedAt))) return null;
  const name = wordOf(RefreshFailure, lastFailure) as FailureName;
  if (lastRefreshedAt === undefined) return { at, name, current: true, recent: true };
  const before = timestampMs(lastRefreshedAt) - timestampMs(at);
  // Times are recorded once an hour, so within an hour the order of failure and refresh is not known.
  return { at, name, current: before < 0, recent: before < HOUR };
}
