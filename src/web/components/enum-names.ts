import { MerchantRole, TeamRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { Messages } from "../messages.en.ts";

/** All app states, in lifecycle order. */
export const APP_STATES: readonly AppState[] = Object.values(AppState).filter(
  (state) => state !== AppState.UNSPECIFIED,
);

/** The name of an enum value in lower case, as in URLs and message keys. */
export function wordOf(values: Readonly<Record<string, number>>, value: number): string {
  const [name = ""] = Object.entries(values).find((entry) => entry[1] === value) ?? [];
  return name.toLowerCase();
}

/** The enum value with this lower-case name; null if there is none. */
export function valueNamed<T extends number>(values: Readonly<Record<string, T>>, word: string | null): T | null {
  const [, value = null] = Object.entries(values).find(([name]) => name.toLowerCase() === word) ?? [];
  return value;
}

/** The state in URLs and message keys, such as `changes_requested`. */
export function appStateKey(state: AppState): keyof Messages["appStates"] {
  return wordOf(AppState, state) as keyof Messages["appStates"];
}

export function roleName({ roles }: Messages, role: MerchantRole): string {
  if (role === MerchantRole.OWNER) return roles.owner;
  return role === MerchantRole.MANAGER ? roles.manager : roles.member;
}

export function teamRoleName({ roles }: Messages, role: TeamRole): string {
  return role === TeamRole.OWNER ? roles.owner : roles.member;
}
