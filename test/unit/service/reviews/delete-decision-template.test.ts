import { expect, test } from "vitest";
import { deleteDecisionTemplate } from "../../../../src/service/reviews/delete-decision-template.ts";
import { listDecisionTemplates } from "../../../../src/service/reviews/list-decision-templates.ts";
import { upsertDecisionTemplate } from "../../../../src/service/reviews/upsert-decision-template.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reviewDependencies } from "./world.ts";

const { world, developer } = useAppWorld();

test("deletes one template, for operators and service keys", async () => {
  const deps = reviewDependencies(world);
  const values = { id: null, reasonCode: "OTHER", textEn: "Say more.", textDe: "Sagen Sie mehr." };
  const { id: kept } = await upsertDecisionTemplate(deps, { ...values, name: "Kept" }, keyCall());
  const { id: templateId } = await upsertDecisionTemplate(deps, { ...values, name: "Unused" }, keyCall());
  const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
  expect(await requestErrorOf(deleteDecisionTemplate(deps, { templateId }, developer))).toEqual(refused);
  await deleteDecisionTemplate(deps, { templateId }, keyCall());
  expect((await listDecisionTemplates(deps, keyCall())).map(({ id }) => id)).toEqual([kept]);
  const missing = { kind: "not_found", reason: "NOT_FOUND" };
  for (const id of [templateId, "none"]) {
    expect(await requestErrorOf(deleteDecisionTemplate(deps, { templateId: id }, keyCall()))).toEqual(missing);
  }
});
