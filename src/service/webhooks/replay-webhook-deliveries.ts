import type { AuditDetail } from "../../model/audit-detail.ts";
import { type Replayed, replayRange } from "../../store/webhooks/replay.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { requireNoViolations, violation } from "../violations.ts";
import { lockWritable, requireActive } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

export interface ReplayWebhookDeliveriesRequest {
  endpointId: string;
  /** Microseconds. */
  from: number | null;
  /** Microseconds; null for now. */
  to: number | null;
  includeDelivered: boolean;
}

/** The maximum number of deliveries of one call, so that its transaction ends within the deadline. */
const LIMIT = 10_000;
/** A time in the year 2255, in microseconds. */
const FOREVER = 9_000_000_000_000_000;

/**
 * Queues the undelivered events of a time range or, with `includeDelivered`, all its events. The team of an app has a quota; operators and
 * service keys have none.
 * @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, INVALID, STATE, RATE_LIMITED
 */
export async function replayWebhookDeliveries(
  { management, quota }: Pick<WebhookDependencies, "management" | "quota">,
  { endpointId, from, to, includeDelivered }: ReplayWebhookDeliveriesRequest,
  call: Call,
): Promise<Replayed> {
  return management.transactional(async (tx) => {
    const endpoint = await lockWritable(tx, endpointId, call);
    requireActive(endpoint);
    requireNoViolations([
      ...violation("from", from === null ? "Required." : null),
      ...violation("to", from !== null && to !== null && to <= from ? "Must be after from." : null),
    ]);
    const range = { endpointId, from: from!, to: to ?? FOREVER, includeDelivered, limit: LIMIT };
    const replayed = await replayRange(tx.query, range);
    const { clientId } = endpoint;
    if (clientId !== null && !actsForPlatform(call)) await quota.countReplays(tx.query, clientId, replayed.count);
    const detail: AuditDetail = { endpointId, from, to, includeDelivered, count: replayed.count };
    recordAudit(tx, call, { action: "webhook.replay_range", clientId, detail });
    return replayed;
  });
}
