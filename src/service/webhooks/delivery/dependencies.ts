import type { Backoff } from "../../../concurrency/retry.ts";
import type { KeySet } from "../../../credential/derive.ts";
import type { Log } from "../../../observe/log.ts";
import type { WebhookMetrics } from "../../../observe/webhook-metrics.ts";
import type { Management } from "../../../store/connection/management.ts";
import type { HttpSender } from "./http-sender.ts";

export interface DeliveryDependencies {
  management: Pick<Management, "transactional" | "read">;
  keys: Pick<KeySet, "open">;
  sender: HttpSender;
  log: Log;
  metrics: WebhookMetrics;
  /** The maximum number of deliveries at the same time to one endpoint (WEBHOOK_CONCURRENCY). */
  concurrency: number;
  /** The pauses between the attempts of a delivery; default 5 s, doubling to 12 h. */
  backoff?: Backoff;
}
