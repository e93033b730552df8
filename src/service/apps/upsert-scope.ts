import type { AuditDetail } from "../../model/audit-detail.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import type { ScopeValues, UpsertedScope } from "../../store/apps/scopes.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import { revisionChanged } from "../revision-changed.ts";
import { findTextError } from "../text-validation.ts";
import { requireNoViolations, violation } from "../violations.ts";
import type { AppDependencies } from "./dependencies.ts";
import { findTextsViolations, MAX_DESCRIPTION, MAX_TITLE } from "./scope-texts.ts";

/**
 * Adds or changes a scope. If the scope becomes RESTRICTED, approved apps keep it unless a review has refused it to them; all other apps
 * lose it. If the scope stops being RESTRICTED, all apps that request the scope get it.
 * @throws RequestError OPERATOR_ONLY, INVALID, REVISION_CHANGED
 */
export async function upsertScope(deps: AppDependencies, scope: ScopeValues, call: Call): Promise<UpsertedScope> {
  requireOperator(call, "Only operators can change the scope catalogue.");
  requireNoViolations(findScopeViolations(scope));
  const { name, title, description, sensitivity, retired, texts } = scope;
  const stored = await deps.scopes.upsert(scope, (tx, changed) => {
    const detail: AuditDetail = { name, title, description, sensitivity, retired, texts, apps: changed.length };
    recordAudit(tx, call, { action: "scope.upsert", detail });
    for (const { clientId, lost } of changed) {
      if (lost) tx.publish({ subject: "APP", subjectId: clientId, kind: "SCOPES_REDUCED" });
    }
  });
  if (stored === null) throw revisionChanged("The scope");
  return stored;
}

const MAX_NAME = 64;

function findScopeViolations({ name, title, description, texts = {} }: ScopeValues): FieldViolation[] {
  const advice = 'Use 1 to 64 printable ASCII characters without space, " and \\.';
  return [
    ...violation("scope.name", name.length <= MAX_NAME && isScopeToken(name) ? null : advice),
    ...violation("scope.title", findTextError(title, { min: 1, max: MAX_TITLE })),
    ...violation("scope.description", findTextError(description, { min: 0, max: MAX_DESCRIPTION, multiline: true })),
    ...findTextsViolations(texts),
  ];
}
