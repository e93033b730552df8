import type { LimitDecision } from "../../oauth/failure-limit.ts";
import type { Log } from "../../observe/log.ts";
import { toAddressKey } from "./address-key.ts";
import type { FailureCounter } from "./failure-counter.ts";
import {
  counterOf,
  findFirstRejection,
  type LimitedCounter,
  type LimitWindows,
  withoutNewFailure,
} from "./failure-limits.ts";

/** A failed client authentication. */
export interface AppFailure {
  /** The presented client id, known or not; null if absent. */
  clientId: string | null;
  /** The client address; null if unknown. Without an address, no limit applies. */
  address: string | null;
}

/** Counts the failure and decides whether the response is an authentication error or a rate limit. */
export async function countAppFailure(
  deps: { windows: LimitWindows; log: Log; counter: FailureCounter },
  failure: AppFailure,
): Promise<LimitDecision> {
  const { windows, log, counter } = deps;
  const { clientId, address } = failure;
  const refusing: LimitedCounter[] = [];
  if (address !== null) {
    const from = toAddressKey(address);
    refusing.push(counterOf("address", windows.address, from));
    if (clientId !== null) refusing.push(counterOf("app_address", windows.appAndAddress, clientId, from));
  }
  const alerting = clientId === null ? [] : [counterOf("app", windows.appAlert, clientId)];
  if (refusing.length + alerting.length === 0) return { kind: "allow" };
  const counts = await counter.add([...refusing, ...alerting]);
  if (alerting.length > 0 && counts.at(-1)!.failures === windows.appAlert.failures) {
    log.warn({ clientId, failures: windows.appAlert.failures }, "an app fails to authenticate unusually often");
  }
  return findFirstRejection(refusing, withoutNewFailure(counts));
}
