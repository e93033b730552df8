import type { ReviewedFields } from "../../model/app.ts";
import type { Scope } from "../../model/scope.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { FieldViolation } from "../errors.ts";
import { requireNoViolations } from "../violations.ts";

/**
 * Records the restricted scopes that a decision refuses. A scope stays refused until an approval allows it, even if it stops being restricted
 * in between.
 *
 * @throws RequestError INVALID for a scope that is not restricted or not requested
 */
export async function refuseScopes(
  change: AppChange,
  { scopes }: Pick<ReviewedFields, "scopes">,
  refused: readonly string[],
): Promise<void> {
  if (refused.length === 0) return;
  const restricted = restrictedNames(await change.catalogue(scopes.map(({ name }) => name)));
  requireNoViolations(findChoiceViolations("restricted_scopes_refused", refused, restricted));
  const { app } = change;
  app.restrictedScopesRefused = toScopeSet([...app.restrictedScopesRefused, ...refused]);
}

export function restrictedNames(catalogue: readonly Scope[]): string[] {
  return catalogue.filter(({ sensitivity }) => sensitivity === "RESTRICTED").map(({ name }) => name);
}

/** The violations of a choice of the requested restricted scopes. */
export function findChoiceViolations(
  field: string,
  chosen: readonly string[],
  restricted: readonly string[],
): FieldViolation[] {
  return chosen.flatMap((name, at) => {
    const of = { field: `${field}[${at}]` };
    if (!restricted.includes(name)) return [{ ...of, description: "The app requests no such restricted scope." }];
    return chosen.indexOf(name) < at ? [{ ...of, description: "It is listed twice." }] : [];
  });
}
