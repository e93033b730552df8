import type { LimitDecision } from "../../oauth/failure-limit.ts";
import type { Log } from "../../observe/log.ts";
import { toAddressKey } from "./address-key.ts";
import type { FailureCounter } from "./failure-counter.ts";
import { beforeThis, counterOf, firstRefusal, type Limited, type LimitWindows } from "./windows.ts";

/** An app that did not authenticate. */
export interface AppFailure {
  /** As presented, existing or not; null if none was. */
  clientId: string | null;
  /** The outside client's address; null when nobody told it: then no limit applies. */
  address: string | null;
}

/** Counts the failure and decides how to answer it. */
export async function countAppFailure(
  deps: { windows: LimitWindows; log: Log; counter: FailureCounter },
  failure: AppFailure,
): Promise<LimitDecision> {
  const { windows, log, counter } = deps;
  const { clientId, address } = failure;
  const refusing: Limited[] = [];
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
  return firstRefusal(refusing, beforeThis(counts));
}
