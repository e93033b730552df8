import { cacheKeyOf } from "../../credential/digest.ts";
import { addFailures, type Count, type Counter } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { toAddressKey, toSiteKey } from "./address-key.ts";
import { createFailureCounter } from "./failure-counter.ts";
import { quotaError } from "./quota-error.ts";

export interface Quotas {
  signUpsPerAddressPerHour: number;
  signUpsPerHour: number;
  /** The maximum number of apps of a developer, checked if an account creates the app, not if a service key does. */
  appsPerDeveloper: number;
  /** The maximum number of authorization requests of one address that wait for a sign-in. */
  openAuthorizationsPerAddress: number;
  /** The maximum number of authorization requests of one account that wait for its decision. */
  openAuthorizationsPerAccount: number;
}

/** Seconds. */
const HOUR = 3_600;
const ALL: Counter = { key: "sign_up", window: HOUR };

/** The quota of sign-ups. @throws RequestError SIGN_UP_LIMIT from both methods */
export interface SignUpQuota {
  /** Counts an attempt of a client address; null for an unknown address. Failed attempts do not count towards the total quota. */
  countAttempt(address: string | null): Promise<void>;
  /** Counts a new account in the total quota, in the transaction that creates it. */
  countAccount(query: Query): Promise<void>;
}

/** The quota of an IPv6 site (/48), as a multiple of the quota of one address. */
const SITE = 4;

/** Counts sign-ups in time windows that all replicas share. @param quotas null: unlimited */
export function createSignUpQuota(management: Management, quotas: Quotas | null): SignUpQuota {
  if (quotas === null) return { countAttempt: async () => {}, countAccount: async () => {} };
  const { signUpsPerAddressPerHour: perAddress, signUpsPerHour } = quotas;
  const counter = createFailureCounter(management);
  const countAddress = async (key: string, limit: number) => {
    const [counted] = await counter.add([{ key: `sign_up_address:${cacheKeyOf(key)}`, window: HOUR }]);
    if (counted!.failures > limit) throw tooManySignUps(counted!);
  };
  return {
    async countAttempt(address) {
      const site = address === null ? null : toSiteKey(address);
      if (address !== null) await countAddress(toAddressKey(address), perAddress);
      if (site !== null) await countAddress(site, perAddress * SITE);
      // Rejects early, before the password is hashed. `countAccount` has the final decision.
      const [counted] = await counter.read([ALL]);
      if (counted!.failures >= signUpsPerHour) throw tooManySignUps(counted!);
    },
    async countAccount(query) {
      const [counted] = await addFailures(query, [{ ...ALL, failures: 1 }]);
      if (counted!.failures > signUpsPerHour) throw tooManySignUps(counted!);
    },
  };
}

const tooManySignUps = (count: Count) =>
  quotaError(count, {
    reason: "SIGN_UP_LIMIT",
    message: "Too many sign-ups within an hour. Try again later.",
    window: HOUR,
  });
