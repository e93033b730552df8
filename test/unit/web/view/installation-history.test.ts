import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  InstallationAction,
  InstallationHistoryEntrySchema,
  InstallationSchema,
  InstallationState,
  Party,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { verdictOf } from "../../../../src/web/components/installation/verdict.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { historyView } from "../../../../src/web/portal/installations/history-view.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const context = { language: "en", t: en, platformName: "Harbour" } as unknown as PageContext;
const ago = (hours: number) => timestampFromMs(Date.now() - hours * 3_600_000);
const active = { state: InstallationState.ACTIVE, connectedAt: ago(900), tokensExpireAt: ago(-241) };

function titlesOf(init: object, history: object[] = []): string[] {
  const one = create(InstallationSchema, { ...active, ...init });
  const entries = history.map((entry) => create(InstallationHistoryEntrySchema, entry));
  const view = { one, verdict: verdictOf(one), history: entries, charts: "/charts" };
  const page = String(historyView(context, view));
  return [...page.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, title]) => title!);
}

test("the events include the last refresh, also while refreshes fail", () => {
  const failing = { lastRefreshedAt: ago(73), lastFailedAt: ago(2), lastFailure: RefreshFailure.CREDENTIALS };
  expect(titlesOf(failing)).toEqual(["Refresh failed: Wrong secret", "Last successful refresh", "Installed"]);
});

test("the events include the suspension of the merchant", () => {
  const suspended = { merchantState: MerchantState.SUSPENDED, merchantSuspendedAt: ago(14) };
  expect(titlesOf(suspended)).toEqual(["Harbour suspended this merchant", "Installed"]);
});

test("the events call the platform by its name", () => {
  const suspended = { at: ago(5), action: InstallationAction.SUSPENDED, party: Party.OPERATOR };
  expect(titlesOf({}, [suspended])).toEqual(["Suspended by Harbour", "Installed"]);
});
