import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { AppSchema, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { urgenciesOf } from "../../../../src/web/portal/urgency.ts";

const now = timestampFromDate(new Date());
const USED = [{ secretId: "old", lastUsedAt: now, endsAt: now }, { secretId: "new" }];
const NONE = { needsAttention: 0, failingEndpoints: 0 };
const BOTH = { needsAttention: 1, failingEndpoints: 1 };

test.each([
  ["nothing of a draft", { state: AppState.DRAFT }, NONE, []],
  [
    "everything of a live app, what merchants notice first",
    { state: AppState.APPROVED, secrets: USED },
    BOTH,
    ["attention", "webhooks", "secret"],
  ],
  [
    "the message about a revision",
    { state: AppState.APPROVED, pending: { state: AppState.REJECTED } },
    BOTH,
    ["rejected", "attention", "webhooks"],
  ],
  ["a returned app", { state: AppState.CHANGES_REQUESTED }, NONE, ["changes_requested"]],
  ["a suspended app", { state: AppState.SUSPENDED, secrets: USED }, NONE, ["suspended", "secret"]],
  [
    "no unused secret that ends",
    { state: AppState.APPROVED, secrets: [{ secretId: "old", endsAt: now }, { secretId: "new" }] },
    NONE,
    [],
  ],
  ["nothing of an archived app", { state: AppState.ARCHIVED, secrets: USED }, BOTH, []],
])("urgent is %s", (_name, app, problems, expected) => {
  expect(urgenciesOf(create(AppSchema, app), problems)).toEqual(expected);
});
