import type { Scope } from "../../model/scope.ts";
import type { AppDependencies } from "./dependencies.ts";

/** The scope catalogue, sorted by name. */
export async function listScopes(
  { scopes }: Pick<AppDependencies, "scopes">,
  { includeRetired }: { includeRetired: boolean },
): Promise<Scope[]> {
  return scopes.list(includeRetired);
}
