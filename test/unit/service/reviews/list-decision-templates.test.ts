import { expect, test } from "vitest";
import { listDecisionTemplates } from "../../../../src/service/reviews/list-decision-templates.ts";
import { upsertDecisionTemplate } from "../../../../src/service/reviews/upsert-decision-template.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reviewDependencies } from "./world.ts";

const { world, developer } = useAppWorld();

test("lists by name without regard to case, for operators and service keys", async () => {
  const deps = reviewDependencies(world);
  const values = { id: null, reasonCode: "OTHER", textEn: "Say more.", textDe: "Sagen Sie mehr." };
  for (const name of ["website", "Callback", "Scopes"]) {
    await upsertDecisionTemplate(deps, { ...values, name }, keyCall());
  }
  const names = (await listDecisionTemplates(deps, keyCall())).map(({ name }) => name);
  expect(names).toEqual(["Callback", "Scopes", "website"]);
  const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
  expect(await requestErrorOf(listDecisionTemplates(deps, developer))).toEqual(refused);
});
