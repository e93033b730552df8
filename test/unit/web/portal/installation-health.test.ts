import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import {
  InstallationSchema,
  InstallationState,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { healthSummary } from "../../../../src/web/portal/installations/health.ts";
import { recently } from "../../../../src/web/portal/installations/times.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const context = { language: "en", t: en } as unknown as PageContext;
const HOUR = 3_600_000;
const ago = (hours: number) => timestampFromMs(Date.now() - hours * HOUR);

interface Times {
  failed?: number;
  refreshed?: number;
  expires: number;
}

function summaryOf({ failed, refreshed, expires }: Times, state: InstallationState = InstallationState.ACTIVE): string {
  const one = create(InstallationSchema, { state, connectedAt: ago(900), tokensExpireAt: ago(-expires) });
  if (failed !== undefined) Object.assign(one, { lastFailedAt: ago(failed), lastFailure: RefreshFailure.REUSED });
  if (refreshed !== undefined) one.lastRefreshedAt = ago(refreshed);
  return String(healthSummary(context, one)).replaceAll(/<[^>]*>/g, "|");
}

test.each<[string, Times, string]>([
  ["without a failure", { refreshed: 2, expires: 241 }, "Healthy||Access expires in 10 days|"],
  ["after a failure", { failed: 2, refreshed: 4, expires: 241 }, "|Token reused|||Access expires in 10 days|"],
  [
    "after a refresh long after a failure",
    { failed: 9, refreshed: 2, expires: 241 },
    "Healthy||Access expires in 10 days|",
  ],
  [
    "after a refresh within an hour of a failure",
    { failed: 2.5, refreshed: 2, expires: 241 },
    "Token reused||Access expires in 10 days|",
  ],
  ["shortly before the expiry", { refreshed: 2, expires: 25 }, "|Expires soon|||Access expires in 1 day|"],
  ["after the expiry", { refreshed: 2, expires: -1 }, "|Access has expired|"],
])("the health %s", (_, times, text) => expect(summaryOf(times)).toBe(text));

test("an uninstalled or paused installation is not called healthy", () => {
  expect(summaryOf({ expires: 241 }, InstallationState.UNINSTALLED)).toBe("–");
  expect(summaryOf({ expires: 241 }, InstallationState.SUSPENDED)).toBe("|Access expires in 10 days|");
});

test.each([
  [0.5, "In the last hour"],
  [1.5, "About 1 hour ago"],
  [23.5, "About 23 hours ago"],
])("%d hours ago is shown to the hour", (hours, text) =>
  expect(String(recently(context, ago(hours), "Never"))).toContain(`>${text}<`),
);
