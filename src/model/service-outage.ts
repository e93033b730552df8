import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { id, timestamp } from "./columns.ts";

/** An interval without a heartbeat of any replica. Retry windows exclude such intervals. */
export const ServiceOutage = defineEntity({
  name: "ServiceOutage",
  tableName: "service_outage",
  properties: {
    id: id(),
    beganAt: timestamp(),
    endedAt: timestamp(),
  },
  indexes: [{ name: "service_outage_ended", properties: ["endedAt"] }],
});
export type ServiceOutage = InferEntity<typeof ServiceOutage>;

/** Single row: the newest heartbeat of any replica. */
export const ServiceHeartbeat = defineEntity({
  name: "ServiceHeartbeat",
  tableName: "service_heartbeat",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    beatAt: timestamp(),
  },
  checks: [{ name: "service_heartbeat_single", expression: "id = 1" }],
});
