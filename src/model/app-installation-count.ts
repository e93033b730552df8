import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** The number of active and suspended installations of an app. An app without a row has none. */
export const AppInstallationCount = defineEntity({
  name: "AppInstallationCount",
  tableName: "app_installation_count",
  properties: {
    appId: p.uuid().primary(),
    installations: p.bigint("number").default(0),
  },
  indexes: [{ name: "app_installation_count_installations", properties: ["installations", "appId"] }],
});
export type AppInstallationCount = InferEntity<typeof AppInstallationCount>;

/** Single row: the last event of the outbox after which `app_installation_count` was updated. */
export const AppInstallationCountPosition = defineEntity({
  name: "AppInstallationCountPosition",
  tableName: "app_installation_count_position",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    cursor: p.bigint("number").default(0),
  },
  checks: [{ name: "app_installation_count_position_single", expression: "id = 1" }],
});
export type AppInstallationCountPosition = InferEntity<typeof AppInstallationCountPosition>;
