import type { Party } from "../../model/merchant.ts";
import { decideResume, decideSuspend, type SuspensionDecision } from "../../oauth/suspension.ts";
import type { LockedInstallation, SuspensionChange } from "../../store/installations/installations.ts";

/** The part of a management transaction that a suspension needs. */
export interface SuspensionTransaction {
  lockInstallation(id: string): Promise<LockedInstallation | null>;
  changeSuspension(locked: LockedInstallation, to: SuspensionChange): Promise<void>;
}

export interface Suspension {
  installationId: string;
  by: Party;
  reasonCode: string | null;
  reasonText: string | null;
}

/** What a step came to: the rule's decision on the locked row, already written; or that there is no such installation. */
export type SuspensionOutcome = SuspensionDecision | { kind: "absent" };

/** Suspends an installation for one party: tokens stop until every side that suspends has resumed. */
export async function suspendInstallation(tx: SuspensionTransaction, step: Suspension): Promise<SuspensionOutcome> {
  const locked = await tx.lockInstallation(step.installationId);
  if (locked === null) return { kind: "absent" };
  const decision = decideSuspend(locked, step.by);
  // Who is held by the operator has to hear the operator's reason, whatever another side says later.
  const held = locked.suspendedBy.includes("OPERATOR") && step.by !== "OPERATOR";
  const { reasonCode, reasonText } = held ? locked : step;
  if (decision.kind === "change") await tx.changeSuspension(locked, { ...decision, reasonCode, reasonText });
  return decision;
}

/** Lifts one side's own suspension, of an ended installation too, and no other side's. */
export async function resumeInstallation(
  tx: SuspensionTransaction,
  step: { installationId: string; by: Party },
): Promise<SuspensionOutcome> {
  const locked = await tx.lockInstallation(step.installationId);
  if (locked === null) return { kind: "absent" };
  const decision = decideResume(locked, step.by);
  if (decision.kind !== "change") return decision;
  const { reasonCode, reasonText } = decision.suspendedBy.length > 0 ? locked : { reasonCode: null, reasonText: null };
  await tx.changeSuspension(locked, { ...decision, reasonCode, reasonText });
  return decision;
}
