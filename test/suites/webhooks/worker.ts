import pino from "pino";
import { Registry } from "prom-client";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { addWebhookMetrics } from "../../../src/observe/webhook-metrics.ts";
import { startWebhookDispatcher } from "../../../src/service/webhooks/delivery/dispatcher.ts";
import { createHttpSender } from "../../../src/service/webhooks/delivery/http-sender.ts";
import { createManagement } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";

/** A process that delivers until it is killed. Its leases and pauses are short, so that a kill delays deliveries only by seconds. */
const { DATABASE_URL: url = "", TOKEN_KEY: key = "" } = process.env;
const parsed = parseKeySet(key);
if (parsed.kind !== "keys") throw new Error("TOKEN_KEY is invalid");
const orm = await createOrm({ url, poolSize: 4, acquireTimeoutMs: 10_000 });
startWebhookDispatcher({
  management: createManagement(orm),
  keys: parsed.keys,
  sender: createHttpSender({ allowLoopback: true, timeoutMs: 5_000 }),
  log: pino({ level: "error" }),
  metrics: addWebhookMetrics(new Registry()),
  concurrency: 20,
  everyMs: 50,
  leaseSeconds: 2,
  backoff: { firstMs: 50, longestMs: 1_000 },
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
// The dispatcher's timers do not keep the process alive.
setInterval(() => {}, 60_000);
