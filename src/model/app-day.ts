import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { timestamp } from "./columns.ts";

const count = () => p.bigint("number").default(0);

/** The counts of an app on one UTC day. A day on which nothing was counted has no row. */
export const AppDay = defineEntity({
  name: "AppDay",
  tableName: "app_day",
  properties: {
    clientId: p.text().primary(),
    day: p.date().primary(),
    installs: count(),
    uninstalls: count(),
    /** How often the reuse of a refresh token was detected. */
    reuses: count(),
    /** Codes exchanged for tokens. */
    exchanges: count(),
    refreshes: count(),
    /** Refreshes of the app that were refused. */
    refreshFailures: count(),
  },
  indexes: [
    { name: "app_day_day", properties: ["day"] },
    {
      name: "app_day_failures",
      properties: ["day", "refreshFailures", "clientId"],
      where: "refresh_failures > 0",
    },
  ],
});
export type AppDay = InferEntity<typeof AppDay>;

/** Single row: the last event of the outbox in the counts of `app_day`. */
export const AppDayPosition = defineEntity({
  name: "AppDayPosition",
  tableName: "app_day_position",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    cursor: p.bigint("number").default(0),
  },
  checks: [{ name: "app_day_position_single", expression: "id = 1" }],
});
export type AppDayPosition = InferEntity<typeof AppDayPosition>;

/** One count of the whole platform in one hour or UTC day, such as the number of exchanges. A period without a count has no row. */
export const PlatformCount = defineEntity({
  name: "PlatformCount",
  tableName: "platform_count",
  properties: {
    unit: p.text().$type<"hour" | "day">().primary(),
    start: timestamp().primary(),
    measure: p.text().primary(),
    count: p.bigint("number"),
  },
});
export type PlatformCount = InferEntity<typeof PlatformCount>;
