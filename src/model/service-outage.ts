import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { id, moment } from "./columns.ts";

/** A time in which no replica wrote its heartbeat. Retry windows do not count it. */
export const ServiceOutage = defineEntity({
  name: "ServiceOutage",
  tableName: "service_outage",
  properties: {
    id: id(),
    beganAt: moment(),
    endedAt: moment(),
  },
  indexes: [{ name: "service_outage_ended", properties: ["endedAt"] }],
});
export type ServiceOutage = InferEntity<typeof ServiceOutage>;

/** The one row that says when a replica last wrote. */
export const ServiceHeartbeat = defineEntity({
  name: "ServiceHeartbeat",
  tableName: "service_heartbeat",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    beatAt: moment(),
  },
  checks: [{ name: "service_heartbeat_single", expression: "id = 1" }],
});
