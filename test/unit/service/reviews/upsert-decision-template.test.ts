import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { listDecisionTemplates } from "../../../../src/service/reviews/list-decision-templates.ts";
import {
  type UpsertDecisionTemplateRequest,
  upsertDecisionTemplate,
} from "../../../../src/service/reviews/upsert-decision-template.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reviewDependencies } from "./world.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));
beforeEach(() => world.rows("delete from decision_template"));

const VALUES: UpsertDecisionTemplateRequest = {
  id: null,
  name: "Callback fails",
  reasonCode: "REDIRECT_URI",
  textEn: "The callback answers 404.",
  textDe: "Der Callback antwortet mit 404.",
};
const upsert = (change: Partial<UpsertDecisionTemplateRequest> = {}, call = operator) =>
  upsertDecisionTemplate(reviewDependencies(world), { ...VALUES, ...change }, call);

test("creates and replaces a template, and audits both", async () => {
  const { id } = await upsert();
  await upsert({ id, textEn: "The callback fails." });
  expect(await listDecisionTemplates(reviewDependencies(world), keyCall())).toMatchObject([
    { id, name: "Callback fails", textEn: "The callback fails.", textDe: VALUES.textDe },
  ]);
  const events = await world.rows(
    "select detail->>'templateId' as id from audit_event where action = 'template.upsert'",
  );
  expect(events).toEqual([{ id }, { id }]);
});

test("refuses a change by a caller that has read an earlier template", async () => {
  const { id, revision } = await upsert({ name: "Stale" });
  await upsert({ id, revision, name: "Stale", textEn: "The callback fails." });
  expect(await requestErrorOf(upsert({ id, revision, name: "Stale" }))).toEqual({
    kind: "aborted",
    reason: "REVISION_CHANGED",
  });
  expect(await upsert({ id, name: "Stale", textDe: "Ohne Prüfung." })).toMatchObject({ revision: revision + 2 });
});

test.each([
  ["template.name", { name: "" }],
  ["template.reason_code", { reasonCode: "no spaces" }],
  ["template.text_en", { textEn: "" }],
  ["template.text_de", { textDe: "x".repeat(2_001) }],
])("refuses an invalid %s", async (field, change) => {
  const error = await upsert(change).catch((refusal) => refusal);
  expect(error).toMatchObject({ reason: "INVALID", violations: [{ field }] });
});

test("refuses a second name, an unknown id, the 101st template, and developers", async () => {
  await upsert();
  expect(await requestErrorOf(upsert({ name: "CALLBACK fails" }))).toEqual({
    kind: "already_exists",
    reason: "NAME_TAKEN",
  });
  const missing = { kind: "not_found", reason: "NOT_FOUND" };
  expect(await requestErrorOf(upsert({ id: randomUUID(), name: "Other" }))).toEqual(missing);
  expect(await requestErrorOf(upsert({ id: "none", name: "Other" }))).toEqual(missing);
  const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
  expect(await requestErrorOf(upsert({ name: "Other" }, developer))).toEqual(refused);
  await world.rows(
    "insert into decision_template (name, reason_code, text_en, text_de) select 'n' || n, 'OTHER', 'a', 'b' from generate_series(1, 98) n",
  );
  const many = await Promise.allSettled([upsert({ name: "One" }), upsert({ name: "Two" })]);
  const failed = many.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(failed).toMatchObject([{ kind: "failed_precondition", reason: "TEMPLATE_LIMIT" }]);
});
