import { addFailures } from "../../store/accounts/failure-windows.ts";
import type { Query } from "../../store/connection/query.ts";
import { quotaError } from "./quota-error.ts";

/** Seconds. */
const WINDOW = 3_600;
/** Test deliveries in an hour of all endpoints of one app, or of the platform: each one is a request to a URL that a developer chose. */
const PER_OWNER = 60;

/** The quota of test deliveries. */
export interface WebhookTestQuota {
  /** Counts a test, in the transaction that queues it. @param clientId null for the platform. @throws RequestError RATE_LIMITED */
  count(query: Query, clientId: string | null): Promise<void>;
}

/** Counts in windows that all replicas share. @param limited false: no quota (RATE_LIMITS=off) */
export function createWebhookTestQuota(limited: boolean): WebhookTestQuota {
  return {
    async count(query, clientId) {
      if (!limited) return;
      const [counted] = await addFailures(query, [
        { key: `webhook_test:${clientId ?? ""}`, window: WINDOW, failures: 1 },
      ]);
      if (counted!.failures <= PER_OWNER) return;
      const message = `At most ${PER_OWNER} test events can be sent within an hour. Try again later.`;
      throw quotaError(counted!, { message, window: WINDOW });
    },
  };
}
