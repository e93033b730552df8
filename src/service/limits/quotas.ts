import { cacheKeyOf } from "../../credential/digest.ts";
import { addFailures, type Count, type Counter } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { RequestError } from "../errors.ts";
import { toAddressKey, toSiteKey } from "./address-key.ts";
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
const ALL: Counter = { key: "sign_up", window: HOUR };

/** How many accounts strangers may make. Both throw RequestError SIGN_UP_LIMIT. */
export interface SignUpQuota {
  /** Counts an attempt for the address alone (null: unknown). Failed attempts must not close sign-up for everybody. */
  countAttempt(address: string | null): Promise<void>;
  /** Counts a new account for everybody, in the transaction that makes it. */
  countAccount(query: Query): Promise<void>;
}

/** A site's /48 serves several networks, so it takes this many times the attempts of one address. */
const SITE = 4;

/** Counts sign-ups in windows that all replicas share. @param figures null: without limits */
export function createSignUpQuota(management: Management, figures: QuotaFigures | null): SignUpQuota {
  if (figures === null) return { countAttempt: async () => {}, countAccount: async () => {} };
  const { signUpsPerAddressPerHour: perAddress, signUpsPerHour } = figures;
  const counter = createFailureCounter(management);
  const countAddress = async (key: string, most: number) => {
    const [counted] = await counter.add([{ key: `sign_up_address:${cacheKeyOf(key)}`, window: HOUR }]);
    if (counted!.failures > most) throw tooManySignUps(counted!);
  };
  return {
    async countAttempt(address) {
      const site = address === null ? null : toSiteKey(address);
      if (address !== null) await countAddress(toAddressKey(address), perAddress);
      if (site !== null) await countAddress(site, perAddress * SITE);
      // Saves hashing a password for nothing. `countAccount` decides.
      const [made] = await counter.read([ALL]);
      if (made!.failures >= signUpsPerHour) throw tooManySignUps(made!);
    },
    async countAccount(query) {
      const [made] = await addFailures(query, [{ ...ALL, failures: 1 }]);
      if (made!.failures > signUpsPerHour) throw tooManySignUps(made!);
    },
  };
}

function tooManySignUps({ startedAt, now }: Count): RequestError {
  const retryAfterSeconds = Math.max(1, Math.ceil(HOUR - (now - startedAt) / 1e6));
  const message = "Too many accounts were made within this hour. Try again later.";
  return new RequestError("resource_exhausted", "SIGN_UP_LIMIT", message, { retryAfterSeconds });
}
