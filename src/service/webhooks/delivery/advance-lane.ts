import type { ManagementTransaction } from "../../../store/connection/management.ts";
import { recordFailure, recordSuccess } from "../../../store/webhooks/endpoint-health.ts";
import { disableEndpoint } from "../../../store/webhooks/endpoint-state.ts";
import {
  type DueDelivery,
  loadDue,
  releaseLane,
  type SettledAttempt,
  settleAttempts,
} from "../../../store/webhooks/lane-steps.ts";
import { lockHeldLane } from "../../../store/webhooks/lanes.ts";
import { isFailingForGood } from "./decide-next.ts";

/** An attempt that has ended, with the facts of its endpoint. */
export interface EndedAttempt extends SettledAttempt {
  test: boolean;
  clientId: string | null;
  /** True if the receiver asked to disable the endpoint. */
  disables: boolean;
}

export interface LaneStep {
  endpointId: string;
  holder: string;
  /** In the order in which they ended. */
  ended: readonly EndedAttempt[];
  inFlight: readonly string[];
  /** The maximum number of deliveries at the same time to a working endpoint. */
  concurrency: number;
  /** True gives the lane up, even if deliveries are due. */
  stop: boolean;
}

export type LaneResult =
  | { kind: "due"; due: DueDelivery[]; failing: boolean }
  | { kind: "released" }
  /** Another process has the lane. Nothing was stored. */
  | { kind: "lost" };

/**
 * Stores the ended attempts and loads the next deliveries, in one transaction. Locks the row of the lane first, so that a process that has
 * lost its lease stores nothing. A later delivery of an installation starts only after the earlier one is stored.
 */
export async function advanceLane(tx: ManagementTransaction, step: LaneStep): Promise<LaneResult> {
  const { endpointId, ended, inFlight, concurrency, stop } = step;
  const lane = await lockHeldLane(tx.query, step);
  if (lane === null) return { kind: "lost" };
  if (ended.length > 0) {
    await settleAttempts(tx.query, ended);
    await recordHealth(tx, step, lane.failing);
  }
  const failing = ended.length > 0 ? ended.at(-1)!.next !== "SUCCEEDED" : lane.failing;
  const limit = stop ? 0 : freeSlots({ concurrency, failing, inFlight: inFlight.length });
  const due = await loadDue(tx.query, { endpointId, inFlight, limit });
  if (!stop && (due.length > 0 || inFlight.length > 0)) return { kind: "due", due, failing };
  await releaseLane(tx.query, endpointId);
  return { kind: "released" };
}

/** How many attempts may start. A failing endpoint gets one at a time, so that a dead receiver uses one connection. */
export function freeSlots(lane: { concurrency: number; failing: boolean; inFlight: number }): number {
  return Math.max(0, (lane.failing ? 1 : lane.concurrency) - lane.inFlight);
}

async function recordHealth(
  tx: ManagementTransaction,
  { endpointId, ended }: LaneStep,
  wasFailing: boolean,
): Promise<void> {
  const gone = ended.find(({ disables }) => disables);
  const worked = ended.some(({ next }) => next === "SUCCEEDED");
  // A failed test says nothing about the events of merchants: its own page shows it.
  const last = ended.findLast(({ next, test }) => next === "SUCCEEDED" || !test);
  if (gone !== undefined) return disable(tx, endpointId, "GONE", gone.clientId);
  const hasFailed = wasFailing || ended.some(({ next }) => next !== "SUCCEEDED");
  if (worked && hasFailed) await recordSuccess(tx.query, endpointId);
  if (last === undefined || last.next === "SUCCEEDED") return;
  const seconds = await recordFailure(tx.query, endpointId, worked);
  if (isFailingForGood(seconds)) await disable(tx, endpointId, "FAILING", last.clientId);
}

async function disable(
  tx: ManagementTransaction,
  endpointId: string,
  reason: "GONE" | "FAILING",
  clientId: string | null,
): Promise<void> {
  if (!(await disableEndpoint(tx.query, endpointId, reason))) return;
  tx.emit({ type: "webhook.disabled", clientId: clientId ?? "", endpointId });
  tx.audit({
    action: "webhook.disable",
    actorId: null,
    actorClientId: null,
    callerKeyId: null,
    callerName: "webhook delivery",
    clientId,
    installationId: null,
    merchantId: null,
    accountId: null,
    address: null,
    requestId: "",
    detail: { endpointId, reason },
  });
}
