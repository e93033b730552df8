import { cacheKeyOf } from "../../credential/digest.ts";
import { addFailures } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { toAddressKey } from "./address-key.ts";
import { createFailureCounter } from "./failure-counter.ts";
import { quotaError } from "./quota-error.ts";

const HOUR = 3_600;
/** The number of mails with a link that one client address can request in an hour. */
const PER_ADDRESS = 20;
/** The number of mails with one kind of link that one account gets in an hour. */
const PER_ACCOUNT = 5;

/** The number of invitations in an hour that one owner of a merchant or team sends, and that one e-mail address gets from owners. */
const PER_INVITER = 20;
const PER_INVITED = 5;

/** The quotas of mails that anyone can request. */
export interface MailQuota {
  /** Counts a request of a client address; null for an unknown address. @throws RequestError RATE_LIMITED */
  countRequest(address: string | null): Promise<void>;
  /** Counts a mail to an account, in the transaction that issues the link; false if the quota is exceeded. */
  countMail(query: Query, purpose: string, accountId: string): Promise<boolean>;
  /**
   * Counts an invitation by an account that is no operator, in the transaction that creates the invitation. @throws RequestError
   * RATE_LIMITED
   */
  countInvitation(query: Query, invitation: { accountId: string; email: string }): Promise<void>;
}

/** Counts in time windows that all replicas share. @param limited false if there are no quotas (RATE_LIMITS=off) */
export function createMailQuota(management: Management, limited: boolean): MailQuota {
  if (!limited) {
    return { countRequest: async () => {}, countMail: async () => true, countInvitation: async () => {} };
  }
  const counter = createFailureCounter(management);
  return {
    async countRequest(address) {
      if (address === null) return;
      const key = `mail_address:${cacheKeyOf(toAddressKey(address))}`;
      const [counted] = await counter.add([{ key, window: HOUR }]);
      if (counted!.failures > PER_ADDRESS) throw quotaError(counted!, { message: FROM_ADDRESS, window: HOUR });
    },
    async countMail(query, purpose, accountId) {
      const key = `mail_${purpose}:${accountId}`;
      const [counted] = await addFailures(query, [{ key, window: HOUR, failures: 1 }]);
      return counted!.failures <= PER_ACCOUNT;
    },
    async countInvitation(query, { accountId, email }) {
      const limits = new Map([
        [`invitation_by:${accountId}`, { limit: PER_INVITER, message: BY_INVITER }],
        [`invitation_to:${cacheKeyOf(email)}`, { limit: PER_INVITED, message: TO_INVITED }],
      ]);
      const counters = [...limits.keys()].map((key) => ({ key, window: HOUR, failures: 1 }));
      for (const counted of await addFailures(query, counters)) {
        const { limit, message } = limits.get(counted.key)!;
        if (counted.failures > limit) throw quotaError(counted, { message, window: HOUR });
      }
    },
  };
}

const FROM_ADDRESS = "Too many mails were requested from this address. Try again later.";
const BY_INVITER = "This account has sent too many invitations within an hour. Try again later.";
const TO_INVITED = "This address was invited too often within an hour. Try again later.";
