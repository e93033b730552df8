import type { AppScope } from "../../model/app.ts";
import type { Scope } from "../../model/scope.ts";
import { toScopeSet } from "../../oauth/scope.ts";

/** The scopes of a profile that work: all but restricted ones that no operator granted. */
export function workingScopes(
  scopes: readonly AppScope[],
  catalogue: readonly Pick<Scope, "name" | "sensitivity">[],
  granted: readonly string[],
): string[] {
  const restricted = new Set(
    catalogue.filter(({ sensitivity }) => sensitivity === "RESTRICTED").map(({ name }) => name),
  );
  return toScopeSet(scopes.map(({ name }) => name)).filter((name) => !restricted.has(name) || granted.includes(name));
}
