import { cacheKeyOf } from "../../credential/digest.ts";
import { addFailures, type Count } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { RequestError } from "../errors.ts";
import { toAddressKey } from "./address-key.ts";
import { createFailureCounter } from "./failure-counter.ts";

const HOUR = 3_600;
/** Mails with a link that one address can request in an hour. */
const PER_ADDRESS = 20;
/** Mails with a link of one kind that one account gets in an hour. */
const PER_ACCOUNT = 5;

/** The quotas of mails that anyone can request. */
export interface MailQuota {
  /** Counts a request of an address; null: unknown. @throws RequestError RATE_LIMITED */
  countRequest(address: string | null): Promise<void>;
  /** Counts a mail to an account, in the transaction that issues its link; false above the quota. */
  countMail(query: Query, purpose: string, accountId: string): Promise<boolean>;
}

/** Counts in windows that all replicas share. @param limited false: no quotas (RATE_LIMITS=off) */
export function createMailQuota(management: Management, limited: boolean): MailQuota {
  if (!limited) return { countRequest: async () => {}, countMail: async () => true };
  const counter = createFailureCounter(management);
  return {
    async countRequest(address) {
      if (address === null) return;
      const key = `mail_address:${cacheKeyOf(toAddressKey(address))}`;
      const [counted] = await counter.add([{ key, window: HOUR }]);
      if (counted!.failures > PER_ADDRESS) throw tooMany(counted!);
    },
    async countMail(query, purpose, accountId) {
      const key = `mail_${purpose}:${accountId}`;
      const [counted] = await addFailures(query, [{ key, window: HOUR, failures: 1 }]);
      return counted!.failures <= PER_ACCOUNT;
    },
  };
}

function tooMany({ startedAt, now }: Count): RequestError {
  const retryAfterSeconds = Math.max(1, Math.ceil(HOUR - (now - startedAt) / 1e6));
  const message = "Too many mails were requested from this address. Try again later.";
  return new RequestError("resource_exhausted", "RATE_LIMITED", message, { retryAfterSeconds });
}
