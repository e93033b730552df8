import { cacheKeyOf } from "../../credential/digest.ts";
import type { Counter } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import { RequestError } from "../errors.ts";
import { toAddressKey } from "./address-key.ts";
import { createFailureCounter } from "./failure-counter.ts";

/** How much one party may take up, as the settings say. */
export interface QuotaFigures {
  signUpsPerAddressPerHour: number;
  signUpsPerHour: number;
  /** Apps that a developer makes in their own session. */
  appsPerDeveloper: number;
  /** Authorization requests that wait for a sign-in. */
  openAuthorizationsPerAddress: number;
  /** Authorization requests that wait for the account's answer. */
  openAuthorizationsPerAccount: number;
}

/** Seconds. */
const HOUR = 3_600;

/** @throws RequestError SIGN_UP_LIMIT past the quota of an address (null: not known) or of all together */
export type CountSignUp = (address: string | null) => Promise<void>;

/** Counts sign-ups in windows that all replicas share. @param figures null: without limits */
export function createSignUpQuota(management: Management, figures: QuotaFigures | null): CountSignUp {
  if (figures === null) return async () => {};
  const counter = createFailureCounter(management);
  const count = async (key: string, most: number) => {
    const [counted] = await counter.add([{ key, window: HOUR } satisfies Counter]);
    const { failures, startedAt, now } = counted!;
    if (failures > most) throw tooManySignUps(Math.max(1, Math.ceil(HOUR - (now - startedAt) / 1e6)));
  };
  return async (address) => {
    // The address comes first: one that is past its own quota uses up nothing of the others'.
    if (address !== null)
      await count(`sign_up_address:${cacheKeyOf(toAddressKey(address))}`, figures.signUpsPerAddressPerHour);
    await count("sign_up", figures.signUpsPerHour);
  };
}

function tooManySignUps(retryAfterSeconds: number): RequestError {
  const message = "Too many accounts were made within this hour. Try again later.";
  return new RequestError("resource_exhausted", "SIGN_UP_LIMIT", message, { retryAfterSeconds });
}
