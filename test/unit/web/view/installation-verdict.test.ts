import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  InstallationSchema,
  InstallationState,
  Party,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { recordedTime } from "../../../../src/web/components/installation/recorded-time.ts";
import { verdictOf } from "../../../../src/web/components/installation/verdict.ts";
import { verdictPanel } from "../../../../src/web/components/installation/verdict-panel.ts";
import { type Audience, verdictCell } from "../../../../src/web/components/installation/verdict-view.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";

const frame = { language: "en", t: en, platformName: "Harbour" } as unknown as Frame;
const german = { ...frame, language: "de", t: de } as const;
const HOUR = 3_600_000;
const ago = (hours: number) => timestampFromMs(Date.now() - hours * HOUR);

interface Times {
  failed?: number;
  failure?: RefreshFailure;
  refreshed?: number;
  expires: number;
}

function installation({ failed, failure = RefreshFailure.REUSED, refreshed, expires }: Times, init: object = {}) {
  const one = create(InstallationSchema, {
    ...{ state: InstallationState.ACTIVE, appState: AppState.APPROVED, merchantState: MerchantState.ACTIVE },
    ...{ connectedAt: ago(900), tokensExpireAt: ago(-expires), ...init },
  });
  if (failed !== undefined) Object.assign(one, { lastFailedAt: ago(failed), lastFailure: failure });
  if (refreshed !== undefined) one.lastRefreshedAt = ago(refreshed);
  return one;
}

const textOf = (markup: unknown) =>
  String(markup)
    .replaceAll(/<\/(h2|dt|dd|li|p)>|<br>/g, "|")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?\| ?/g, "|")
    .trim();

function cellOf(one: ReturnType<typeof installation>, audience: Audience = "developer"): string {
  return textOf(verdictCell(frame, one, { verdict: verdictOf(one), audience }));
}

test.each<[string, Times, string]>([
  ["without a failure", { refreshed: 2, expires: 241 }, "Active|Access expires in 10 days"],
  [
    "after a failure",
    { failed: 2, refreshed: 4, expires: 241 },
    "Needs attention|Token reused · Ask the merchant to connect again",
  ],
  [
    "after a failure that the app can end",
    { failed: 2, failure: RefreshFailure.CREDENTIALS, refreshed: 4, expires: 241 },
    "Needs attention|Wrong secret · You must fix it",
  ],
  [
    "after a refresh long after a failure",
    { failed: 9, refreshed: 2, expires: 241 },
    "Active|Access expires in 10 days",
  ],
  [
    "after a refresh within an hour of a failure",
    { failed: 2.5, refreshed: 2, expires: 241 },
    "Active|Recovered from: Token reused · Access expires in 10 days",
  ],
  ["after a failure of an earlier install", { failed: 901, expires: 241 }, "Active|Access expires in 10 days"],
  ["30 days before the expiry", { refreshed: 2, expires: 721 }, "Active"],
  ["29 days before the expiry", { refreshed: 2, expires: 719 }, "Active|Access expires in 29 days"],
  ["seven days before the expiry", { refreshed: 2, expires: 169 }, "Active|Access expires in 7 days"],
  ["shortly before the expiry", { refreshed: 2, expires: 25 }, "Expires soon|Access expires in 1 day"],
  ["on the day of the expiry", { refreshed: 2, expires: 5 }, "Expires soon|Access expires today"],
  [
    "after the expiry",
    { refreshed: 2, expires: -1 },
    "Needs attention|Access has expired · Ask the merchant to connect again",
  ],
  [
    "after a reuse that follows a refresh within an hour",
    { failed: 0.4, refreshed: 0.2, expires: -0.4 },
    "Needs attention|Token reused · Ask the merchant to connect again",
  ],
  [
    "after the expiry, long after a reuse",
    { failed: 30, refreshed: 29.5, expires: -1 },
    "Needs attention|Access has expired · Ask the merchant to connect again",
  ],
  [
    "after the expiry within an hour of another failure",
    { failed: 1.2, failure: RefreshFailure.SCOPE, refreshed: 1, expires: -1 },
    "Needs attention|Access has expired · Ask the merchant to connect again",
  ],
])("the verdict %s", (_, times, text) => expect(cellOf(installation(times))).toBe(text));

test("a revocation is called so, and asks for no earlier refresh", () => {
  const cut = installation({ refreshed: 2, expires: -1 }, { tokensRevoked: true });
  expect(cellOf(cut)).toBe("Needs attention|Access revoked · Ask the merchant to connect again");
  const refused = { failed: 0.5, failure: RefreshFailure.ENDED, refreshed: 2, expires: -1 };
  expect(cellOf(installation(refused, { tokensRevoked: true }))).toBe(cellOf(cut));
  expect(cellOf(installation({ failed: 0.4, refreshed: 0.2, expires: -0.4 }, { tokensRevoked: true }))).toBe(
    "Needs attention|Token reused · Ask the merchant to connect again",
  );
  expect(panelOf(cut, "developer")).toBe(
    "Needs attention The access was revoked|Revoked|1 hour ago|Who must act|You, then the merchant|What to do|Ask the merchant to connect again.|",
  );
  expect(panelOf(cut, "operator", german)).toContain("Der Zugriff wurde widerrufen|Widerrufen|");
});

const STATES: [string, object, string][] = [
  ["uninstalled", { state: InstallationState.UNINSTALLED, endedAt: ago(50) }, "Uninstalled|2 days ago"],
  ["pending", { state: InstallationState.PENDING }, "Not completed"],
  [
    "suspended by the platform",
    { state: InstallationState.SUSPENDED, suspendedByParties: [Party.OPERATOR, Party.APP], reasonCode: "ABUSE" },
    "Suspended Paused|Suspended by Harbour (Abuse) · Paused by you",
  ],
  [
    "paused by the merchant",
    { state: InstallationState.SUSPENDED, suspendedByParties: [Party.MERCHANT], reasonCode: "PAUSED" },
    "Paused|by the merchant",
  ],
  ["of a suspended app", { appState: AppState.SUSPENDED }, "App suspended|by Harbour"],
  [
    "of a rejected app and a suspended merchant",
    { appState: AppState.REJECTED, merchantState: MerchantState.SUSPENDED },
    "App rejected Merchant suspended|by Harbour",
  ],
];
test.each(STATES)("an installation %s is not called healthy or failing", (_, init, text) => {
  expect(cellOf(installation({ failed: 2, refreshed: 4, expires: 241 }, init))).toBe(text);
});

const panelOf = (one: ReturnType<typeof installation>, audience: Audience, to: Frame = frame) =>
  textOf(verdictPanel(to, { one, verdict: verdictOf(one), audience }));

test("the panel says what is wrong, since when, who must act and what to do", () => {
  const reused = installation({ failed: 2, refreshed: 73, expires: 241 });
  expect(panelOf(reused, "developer")).toBe(
    "Needs attention A used refresh token was used again, so its tokens were revoked|Last successful refresh|3 days ago|Who must act|You, then the merchant|What to do|Check that your server always stores the newest refresh token and that no token was copied. Then ask the merchant to connect again.|",
  );
  expect(panelOf(reused, "operator")).toContain(
    "Who must act|The developer, then the merchant|What to do|The developer must ask the merchant to connect the app",
  );
  expect(panelOf(installation({ expires: -30 }), "developer")).toContain("The access has expired|Expired|1 day ago|");
  const never = installation({ failed: 2, failure: RefreshFailure.CREDENTIALS, expires: 241 });
  expect(panelOf(never, "developer")).toMatch(/Connected, never refreshed\|\d+ \w+ \d{4}\|Who must act\|You\|/);
  expect(panelOf(never, "operator")).toContain("Who must act|The developer|");
  expect(panelOf(installation({ expires: 60 }), "developer")).toMatch(
    /Access expires in 2 days\|Expires\|\d+ \w+ \d{4}\|/,
  );
  expect(panelOf(installation({ expires: 241 }), "developer")).toBe(
    "Active Tokens can be refreshed|No problems recorded.|",
  );
});

test("the panel of a stopped installation names every party that must act", () => {
  const suspendedByParties = [Party.OPERATOR, Party.MERCHANT, Party.APP];
  const stopped = installation(
    { expires: 241 },
    {
      ...{ state: InstallationState.SUSPENDED, suspendedByParties, suspendedAt: ago(49), merchantState: 2 },
      ...{ reasonCode: "ABUSE", reasonText: "Too many <calls>." },
    },
  );
  const text = panelOf(stopped, "developer");
  expect(text).toContain(
    "Suspended Merchant suspended Paused Harbour suspended this installation|Since|2 days ago|Reason|Abuse|Too many &lt;calls&gt;.|",
  );
  expect(text).toContain("Who must act|You, then Harbour and the merchant|");
  expect(text).toContain(
    "|The merchant paused this installation. Ask the merchant to resume it under “Connected apps”.",
  );
  expect(text).toContain("|You also paused it. Resuming it ends only your own pause.|");
  expect(panelOf(stopped, "operator")).toContain("Who must act|You (an operator), the merchant and the developer|");
  expect(panelOf(stopped, "developer", german)).toContain("Wer handeln muss|Sie, dann Harbour und das Geschäft|");
});

test("the panel of a single stop says what its reader can do", () => {
  const only = (init: object) => installation({ expires: 241 }, init);
  const paused = only({ state: InstallationState.SUSPENDED, suspendedByParties: [Party.APP] });
  expect(panelOf(paused, "developer")).toContain("What to do|Resume it when you are ready. Until then,");
  expect(panelOf(only({ merchantState: MerchantState.SUSPENDED }), "developer")).toContain(
    "What to do|Wait until Harbour resumes the merchant. Until then, no app works for it.",
  );
});

test("the panel of an uninstalled app names the party, and the pause that still blocks it", () => {
  const gone = { state: InstallationState.UNINSTALLED, endedBy: Party.MERCHANT, endedAt: ago(1.5) };
  expect(panelOf(installation({ expires: 241 }, gone), "developer")).toBe(
    "Uninstalled The merchant uninstalled the app|Its tokens are revoked. The merchant can connect the app again.|Since|1 hour ago|",
  );
  const blocked = installation({ expires: 241 }, { ...gone, suspendedByParties: [Party.APP] });
  expect(panelOf(blocked, "developer")).toContain("You paused it before it was uninstalled.");
  expect(panelOf(blocked, "operator")).toContain("The developer paused it before it was uninstalled.");
  const byPlatform = installation({ expires: 241 }, { ...gone, endedBy: Party.OPERATOR });
  expect(panelOf(byPlatform, "operator")).toContain("Uninstalled Harbour uninstalled the app|");
  expect(panelOf(byPlatform, "developer")).toContain("Uninstalled Harbour uninstalled the app|");
});

test.each([
  [0.5, "in the last hour", "in der letzten Stunde"],
  [1.5, "1 hour ago", "vor 1 Stunde"],
  [23.5, "23 hours ago", "vor 23 Stunden"],
])("a time %d hours ago is shown to the hour, with the exact time as title", (hours, english, deutsch) => {
  const at = ago(hours);
  expect(String(recordedTime(frame, at))).toMatch(new RegExp(`title="\\d+ \\w+ \\d{4}, [\\d:]+ UTC" ?>${english}<`));
  expect(String(recordedTime(german, at))).toContain(`>${deutsch}<`);
  expect(recordedTime(frame, undefined, "Never")).toBe("Never");
});
