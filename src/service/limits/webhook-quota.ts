import { addFailures } from "../../store/accounts/failure-windows.ts";
import type { Query } from "../../store/connection/query.ts";
import { quotaError } from "./quota-error.ts";

/** Seconds. */
const WINDOW = 3_600;
/** Test deliveries in an hour of all endpoints of one app, or of the platform. */
const TESTS = 60;
/** Deliveries that the team of an app replays by time ranges in an hour, for all endpoints of the app. */
const REPLAYS = 100_000;

/** The quotas of deliveries that a call causes: each one is a request to a URL that a developer chose. */
export interface WebhookQuota {
  /** Counts a test, in the transaction that queues it. @param clientId null for the platform. @throws RequestError RATE_LIMITED */
  countTest(query: Query, clientId: string | null): Promise<void>;
  /** Counts the deliveries of a replay, in the transaction that queues them. @throws RequestError RATE_LIMITED */
  countReplays(query: Query, clientId: string, deliveries: number): Promise<void>;
}

/** Counts in windows that all replicas share. @param limited false: no quotas (RATE_LIMITS=off) */
export function createWebhookQuota(limited: boolean): WebhookQuota {
  const count = async (query: Query, added: { key: string; failures: number }, limit: number, message: string) => {
    if (!limited) return;
    const [counted] = await addFailures(query, [{ ...added, window: WINDOW }]);
    if (counted!.failures > limit) throw quotaError(counted!, { message, window: WINDOW });
  };
  return {
    countTest(query, clientId) {
      const message = `At most ${TESTS} test events can be sent within an hour. Try again later.`;
      return count(query, { key: `webhook_test:${clientId ?? ""}`, failures: 1 }, TESTS, message);
    },
    countReplays(query, clientId, deliveries) {
      const message = `At most ${REPLAYS} events of an app can be replayed within an hour. Try again later.`;
      return count(query, { key: `webhook_replay:${clientId}`, failures: deliveries }, REPLAYS, message);
    },
  };
}
