import { isUuid } from "../../credential/uuid.ts";
import { deleteTemplate } from "../../store/reviews/decision-templates.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { OPERATORS_ONLY, type ReviewDependencies } from "./dependencies.ts";

/** @throws RequestError OPERATOR_ONLY, NOT_FOUND */
export async function deleteDecisionTemplate(
  { management }: Pick<ReviewDependencies, "management">,
  { templateId }: { templateId: string },
  call: Call,
): Promise<void> {
  requireOperator(call, OPERATORS_ONLY);
  if (!isUuid(templateId)) throw templateNotFound();
  await management.transactional(async (tx) => {
    const deleted = await deleteTemplate(tx.query, templateId);
    if (deleted === null) throw templateNotFound();
    recordAudit(tx, call, { action: "template.delete", detail: { templateId, name: deleted.name } });
  });
}

export function templateNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such template.");
}
