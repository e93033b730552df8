import { addFailures } from "../../store/accounts/failure-windows.ts";
import type { Query } from "../../store/connection/query.ts";
import { quotaError } from "./quota-error.ts";

/** Seconds. */
const WINDOW = 3_600;
/** The number of test deliveries in an hour to all endpoints of one app, or to the platform-wide endpoints. */
const TESTS = 60;
/** The number of deliveries in an hour, over all endpoints of one app, that its team can queue by replays of time ranges. */
const REPLAYS = 100_000;

/** Limits test deliveries and replays, because each delivery is a request to a URL that a developer chose. */
export interface DeliveryQuota {
  /** Counts a test, in the transaction that queues it. @param clientId null for the platform. @throws RequestError RATE_LIMITED */
  countTest(query: Query, clientId: string | null): Promise<void>;
  /** Counts the deliveries of a replay, in the transaction that queues them. @throws RequestError RATE_LIMITED */
  countReplays(query: Query, clientId: string, deliveries: number): Promise<void>;
}

/** Counts in time windows that all replicas share. @param limited false if there are no quotas (RATE_LIMITS=off) */
export function createDeliveryQuota(limited: boolean): DeliveryQuota {
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
