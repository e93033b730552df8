import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { AppSchema, AppStatisticsDaySchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { summarySection } from "../../../../src/web/portal/app/summary-view.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const FOLLOW = "Installs of the last 30 days follow within minutes";

test.each([
  { name: "a new app whose installs are not counted yet", age: 1, counted: 0, note: FOLLOW },
  { name: "a new app of which some are not", age: 1, counted: 27, note: FOLLOW },
  { name: "a new app whose installs are counted", age: 1, counted: 28, note: "28 installs in the last 30 days" },
  { name: "an old app without new installs", age: 60, counted: 0, note: "0 installs in the last 30 days" },
])("the figures of an app say that installs follow while they cannot be complete: $name", ({ age, counted, note }) => {
  const context = { t: en, language: "en" } as unknown as PageContext;
  const app = create(AppSchema, { createdAt: timestampFromMs(Date.now() - age * 86_400_000) });
  const days = [create(AppStatisticsDaySchema, { installs: BigInt(counted) })];
  const summary = { app, installationCount: 28, counts: null, days };
  expect(summarySection(context, "/portal/apps/a", summary)?.toString()).toContain(note);
});
