import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { AccountState, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { InstallationSchema, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import {
  accountStateBadge,
  appStateBadge,
  badgeRow,
  installationStateBadge,
  merchantStateBadge,
} from "../../../../src/web/components/badges.ts";
import { APP_STATES } from "../../../../src/web/components/enum-names.ts";
import { html } from "../../../../src/web/components/html.ts";
import { en } from "../../../../src/web/messages.en.ts";

test("badges are separated by one space, and absent ones leave no gap", () => {
  const badge = (text: string) => html`<i>${text}</i>`;
  expect(`${badgeRow([null, badge("Test"), false, badge("<Retired>"), undefined])}`).toBe(
    "<i>Test</i> <i>&lt;Retired&gt;</i>",
  );
  expect(`${badgeRow([false, null])}`).toBe("");
});

describe("every state has a badge with a text", () => {
  const frame = { t: en };
  const cases = [
    ["account", AccountState, (state: never) => accountStateBadge(frame, { state, closed: false })],
    ["merchant", MerchantState, (state: never) => merchantStateBadge(frame, state)],
    ["app", AppState, (state: never) => appStateBadge(frame, state, "developer")],
    [
      "installation",
      InstallationState,
      (state: never) => installationStateBadge(frame, create(InstallationSchema, { state })),
    ],
  ] as const;
  test.each(cases)("of an %s", (_name, states, badgeOf) => {
    const values = Object.values(states).filter((state) => typeof state === "number" && state !== 0) as number[];
    expect(values.filter((state) => !/>[A-Z][a-z ]+</.test(badgeOf(state as never).toString()))).toEqual([]);
  });
});

test("a state of an app is amber only for the reader who acts next", () => {
  const amber = (reader: "developer" | "operator") =>
    APP_STATES.filter((state) => appStateBadge({ t: en }, state, reader).toString().includes("badge-warn"));
  expect(amber("developer")).toEqual([AppState.CHANGES_REQUESTED]);
  expect(amber("operator")).toEqual([AppState.SUBMITTED, AppState.IN_REVIEW]);
});
