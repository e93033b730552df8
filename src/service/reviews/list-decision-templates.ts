import { type DecisionTemplateRow, listTemplates } from "../../store/reviews/decision-templates.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { OPERATORS_ONLY, type ReviewDependencies } from "./dependencies.ts";

/** All decision templates by name. @throws RequestError OPERATOR_ONLY */
export async function listDecisionTemplates(
  { management }: Pick<ReviewDependencies, "management">,
  call: Call,
): Promise<DecisionTemplateRow[]> {
  requireOperator(call, OPERATORS_ONLY);
  return management.read((_, query) => listTemplates(query));
}
