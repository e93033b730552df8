import type { InstallationState } from "./status.ts";

/** Who suspends: the app, the merchant, or the platform's operator. Each lifts only its own. */
export const SIDES = ["APP", "MERCHANT", "OPERATOR"] as const;
export type Side = (typeof SIDES)[number];

/** What the rule reads of an installation. */
export interface SuspendableInstallation {
  state: InstallationState;
  suspendedBy: readonly string[];
}

export type SuspensionDecision =
  | { kind: "change"; state: InstallationState; suspendedBy: string[] }
  /** It is so already: nothing to write, nothing to tell. */
  | { kind: "nothing" }
  | { kind: "refuse"; reason: "NOT_INSTALLED" | "SUSPENDED_BY_ANOTHER" };

/** Whether a side's suspension takes effect. It adds to those of the others, so that each block stands by itself. */
export function decideSuspend({ state, suspendedBy }: SuspendableInstallation, side: Side): SuspensionDecision {
  if (state !== "ACTIVE" && state !== "SUSPENDED") return { kind: "refuse", reason: "NOT_INSTALLED" };
  if (suspendedBy.includes(side)) return { kind: "nothing" };
  return { kind: "change", state: "SUSPENDED", suspendedBy: inOrder([...suspendedBy, side]) };
}

/** Whether a side's resume takes effect: it lifts its own block and no other; also after an uninstall, which lifts none. */
export function decideResume({ state, suspendedBy }: SuspendableInstallation, side: Side): SuspensionDecision {
  if (!suspendedBy.includes(side)) {
    return suspendedBy.length === 0 ? { kind: "nothing" } : { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" };
  }
  const rest = inOrder(suspendedBy.filter((other) => other !== side));
  return { kind: "change", state: state === "SUSPENDED" && rest.length === 0 ? "ACTIVE" : state, suspendedBy: rest };
}

function inOrder(sides: readonly string[]): string[] {
  return SIDES.filter((side) => sides.includes(side));
}
