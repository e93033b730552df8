import type { Config } from "../config/config.ts";
import type { KeySet } from "../credential/derive.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { addWebhookMetrics } from "../observe/webhook-metrics.ts";
import { startWebhookDispatcher } from "../service/webhooks/delivery/dispatcher.ts";
import { createHttpSender } from "../service/webhooks/delivery/http-sender.ts";
import { startSecretResealing } from "../service/webhooks/reseal-secrets.ts";
import type { Management } from "../store/connection/management.ts";
import { closeWithin } from "./close-timeouts.ts";

/** The interval at which secrets of an earlier key are encrypted with the current key. A rotation keeps both keys for much longer. */
const RESEAL_EVERY_MS = 60_000;

interface WebhookParts {
  config: Config;
  log: Log;
  metrics: Metrics;
  disposables: AsyncDisposableStack;
  management: Management;
  keys: KeySet;
}

/** Starts the delivery of webhooks. */
export function openWebhooks({ config, log, metrics, disposables, management, keys }: WebhookParts): void {
  const { allowLoopback, concurrency } = config.webhooks;
  const sender = createHttpSender({ allowLoopback });
  disposables.defer(() => sender.close());
  const dispatcher = startWebhookDispatcher({
    management,
    keys,
    sender,
    log,
    concurrency,
    metrics: addWebhookMetrics(metrics.registry),
  });
  disposables.defer(closeWithin("the webhook dispatcher", () => dispatcher.stop()));
  const resealing = startSecretResealing({ management, keys, log }, RESEAL_EVERY_MS);
  disposables.defer(closeWithin("the job that encrypts webhook secrets", () => resealing.stop()));
}
