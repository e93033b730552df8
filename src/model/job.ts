import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { id, timestamp, writtenAt } from "./columns.ts";

/** A task for any replica, enqueued in the transaction that needs it. Deleted when it succeeds. */
export const Job = defineEntity({
  name: "Job",
  tableName: "job",
  properties: {
    id: id(),
    kind: p.text(),
    /** Jobs with a key are unique: a kind has at most one pending job with the same key. */
    key: p.text().nullable(),
    payload: p.json<Record<string, unknown>>().columnType("jsonb"),
    /** FAILED: given up, kept until `expiresAt`. */
    state: p.text().$type<"PENDING" | "FAILED">().default("PENDING"),
    attempts: p.integer().default(0),
    /** The next attempt. While a worker runs the job: when its lease ends. */
    runAt: writtenAt(),
    /** The lease of the running attempt. */
    holder: p.uuid().nullable(),
    lastError: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().nullable(),
  },
  indexes: [
    { name: "job_due", properties: ["runAt"], where: "state = 'PENDING'" },
    { name: "job_expires_at", properties: ["expiresAt"], where: "expires_at is not null" },
  ],
  uniques: [{ name: "job_key", properties: ["kind", "key"], where: "key is not null and state = 'PENDING'" }],
});
export type Job = InferEntity<typeof Job>;
