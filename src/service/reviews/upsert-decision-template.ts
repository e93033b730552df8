import { isUuid } from "../../credential/uuid.ts";
import type { Query } from "../../store/connection/query.ts";
import {
  addTemplate,
  type DecisionTemplateRow,
  type DecisionTemplateValues,
  hasTemplate,
  replaceTemplate,
} from "../../store/reviews/decision-templates.ts";
import { mapConflict } from "../accounts/conflict.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type FieldViolation, RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { revisionChanged } from "../revision-changed.ts";
import { validateText } from "../text-validation.ts";
import { requireNoViolations, violation } from "../violations.ts";
import { templateNotFound } from "./delete-decision-template.ts";
import { OPERATORS_ONLY, type ReviewDependencies } from "./dependencies.ts";

export interface UpsertDecisionTemplateRequest extends DecisionTemplateValues {
  /** Null for a new template. */
  id: string | null;
  /** The revision that the caller read; null or absent: not checked. */
  revision?: number | null;
}

const MAX_TEMPLATES = 100;
const NAME = { min: 1, max: 60 };
const TEXT = { min: 1, max: 2_000, multiline: true };

/** @throws RequestError OPERATOR_ONLY, INVALID, NOT_FOUND, NAME_TAKEN, TEMPLATE_LIMIT, REVISION_CHANGED */
export async function upsertDecisionTemplate(
  { management }: Pick<ReviewDependencies, "management">,
  { id, revision = null, ...values }: UpsertDecisionTemplateRequest,
  call: Call,
): Promise<DecisionTemplateRow> {
  requireOperator(call, OPERATORS_ONLY);
  requireNoViolations(findViolations(values));
  if (id !== null && !isUuid(id)) throw templateNotFound();
  const stored = management.transactional(async (tx) => {
    const row =
      id === null
        ? await addTemplate(tx.query, values, MAX_TEMPLATES)
        : await replaceTemplate(tx.query, { id, revision }, values);
    if (row === null) throw id === null ? tooMany() : await notReplaced(tx.query, id);
    recordAudit(tx, call, { action: "template.upsert", detail: { templateId: row.id, name: row.name } });
    return row;
  });
  return mapConflict(stored, () => new RequestError("already_exists", "NAME_TAKEN", "Another template has this name."));
}

async function notReplaced(query: Query, id: string): Promise<RequestError> {
  return (await hasTemplate(query, id)) ? revisionChanged("The template") : templateNotFound();
}

function findViolations({ name, reasonCode, textEn, textDe }: DecisionTemplateValues): FieldViolation[] {
  const code = findReasonViolations({ code: reasonCode, text: "-" });
  return [
    ...violation("template.name", validateText(name, NAME)),
    ...code.map((one) => ({ ...one, field: "template.reason_code" })),
    ...violation("template.text_en", validateText(textEn, TEXT)),
    ...violation("template.text_de", validateText(textDe, TEXT)),
  ];
}

function tooMany(): RequestError {
  const message = `There are ${MAX_TEMPLATES} templates. Delete one that is not used.`;
  return new RequestError("failed_precondition", "TEMPLATE_LIMIT", message);
}
