import type { InstallationState } from "./states.ts";

/** The parties that may suspend. Each lifts only its own suspension. */
export const PARTIES = ["APP", "MERCHANT", "OPERATOR"] as const;
export type Party = (typeof PARTIES)[number];

/** The installation's fields that the decisions read. */
export interface SuspendableInstallation {
  state: InstallationState;
  suspendedBy: readonly string[];
}

export type SuspensionDecision =
  | { kind: "change"; state: InstallationState; suspendedBy: string[] }
  /** No change: nothing to write, no event. */
  | { kind: "nothing" }
  | { kind: "refuse"; reason: "NOT_INSTALLED" | "SUSPENDED_BY_ANOTHER" };

/** Decides a party's suspension. Suspensions of several parties are independent. */
export function decideSuspend({ state, suspendedBy }: SuspendableInstallation, party: Party): SuspensionDecision {
  if (state !== "ACTIVE" && state !== "SUSPENDED") return { kind: "refuse", reason: "NOT_INSTALLED" };
  if (suspendedBy.includes(party)) return { kind: "nothing" };
  return { kind: "change", state: "SUSPENDED", suspendedBy: inOrder([...suspendedBy, party]) };
}

/** Decides a party's resume, which lifts only its own suspension. An uninstalled installation can be resumed too. */
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
