import type { Scope } from "../../model/scope.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import { findTextError } from "../text-validation.ts";
import { refuseViolations, violation } from "../violations.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { ScopeRecord } from "./records.ts";

/** The scope catalogue by name. */
export async function listScopes({ scopes }: Pick<AppDependencies, "scopes">, includeRetired: boolean) {
  return (await scopes.list(includeRetired)).map(toScopeRecord);
}

function toScopeRecord({ name, title, description, sensitivity, retiredAt }: Scope): ScopeRecord {
  return { name, title, description, sensitivity, retired: retiredAt != null };
}

/**
 * Adds or changes a scope. One that becomes RESTRICTED stays with the apps that were approved with it, but for those that were refused it
 * before, and leaves the others; one that is RESTRICTED no more works for every app that asks for it.
 */
export async function upsertScope(deps: AppDependencies, scope: ScopeRecord, call: Call): Promise<ScopeRecord> {
  requireOperator(call, "Only an operator changes the scope catalogue.");
  refuseViolations(findScopeViolations(scope));
  await deps.scopes.put(scope, (tx, touched) => {
    recordAudit(tx, call, { action: "scope.upsert", detail: { ...scope, apps: touched.length } });
    for (const { clientId, narrowed } of touched) {
      if (narrowed) tx.publish({ subject: "APP", subjectId: clientId, kind: "SCOPES_REDUCED" });
    }
  });
  return scope;
}

const MAX_NAME = 64;

function findScopeViolations({ name, title, description }: ScopeRecord): FieldViolation[] {
  const advice = 'Use 1 to 64 printable ASCII characters without space, " and \\.';
  return [
    ...violation("scope.name", name.length <= MAX_NAME && isScopeToken(name) ? null : advice),
    ...violation("scope.title", findTextError(title, { min: 1, max: 100 })),
    ...violation("scope.description", findTextError(description, { min: 0, max: 500, multiline: true })),
  ];
}
