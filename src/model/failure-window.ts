import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { timestamp } from "./columns.ts";

/** Failure counts shared by all replicas: one row per key (limit and subject) and window. Successes write nothing. */
export const FailureWindow = defineEntity({
  name: "FailureWindow",
  tableName: "failure_window",
  properties: {
    key: p.text().primary(),
    startedAt: timestamp().primary(),
    count: p.integer(),
    expiresAt: timestamp().index("failure_window_expires_at"),
  },
});
export type FailureWindow = InferEntity<typeof FailureWindow>;
