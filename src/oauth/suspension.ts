import type { InstallationState } from "./status.ts";

/** Who suspends: the app, the merchant, or the platform's operator. Each lifts only its own. */
export const PARTIES = ["APP", "MERCHANT", "OPERATOR"] as const;
export type Party = (typeof PARTIES)[number];

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
export function decideSuspend({ state, suspendedBy }: SuspendableInstallation, party: Party): SuspensionDecision {
  if (state !== "ACTIVE" && state !== "SUSPENDED") return { kind: "refuse", reason: "NOT_INSTALLED" };
  if (suspendedBy.includes(party)) return { kind: "nothing" };
  return { kind: "change", state: "SUSPENDED", suspendedBy: inOrder([...suspendedBy, party]) };
}

/** Whether a side's resume takes effect: it lifts its own block and no other; also after an uninstall, which lifts none. */
export function decideResume({ state, suspendedBy }: SuspendableInstallation, party: Party): SuspensionDecision {
  if (!suspendedBy.includes(party)) {
    return suspendedBy.length === 0 ? { kind: "nothing" } : { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" };
  }
  const rest = inOrder(suspendedBy.filter((other) => other !== party));
  return { kind: "change", state: state === "SUSPENDED" && rest.length === 0 ? "ACTIVE" : state, suspendedBy: rest };
}

function inOrder(parties: readonly string[]): string[] {
  return PARTIES.filter((party) => parties.includes(party));
}
