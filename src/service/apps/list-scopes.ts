import type { Scope } from "../../model/scope.ts";
import type { ScopeCount } from "../../store/apps/scope-counts.ts";
import type { Call } from "../call.ts";
import type { AppDependencies } from "./dependencies.ts";
import { inLanguage } from "./scope-texts.ts";

export interface ListScopesRequest {
  includeRetired: boolean;
  /** True to return title and description as stored, instead of in the language of the page. */
  untranslated?: boolean;
}

/** Counts of apps stop here. */
const MAX_COUNTED = 100;

/** The number of apps that may request each scope; for operators and services. */
export async function countScopeApps(
  { scopes }: Pick<AppDependencies, "scopes">,
  listed: readonly Pick<Scope, "name">[],
  { actor }: Pick<Call, "actor">,
): Promise<ScopeCount[]> {
  if (actor !== null && !actor.operator) return [];
  const names = listed.map(({ name }) => name);
  return scopes.countApps(names, MAX_COUNTED);
}

/** The scope catalogue, sorted by name, with the texts in the language of the page. */
export async function listScopes(
  { scopes }: Pick<AppDependencies, "scopes">,
  { includeRetired, untranslated = false }: ListScopesRequest,
  { language = null }: Pick<Call, "language">,
): Promise<Scope[]> {
  const all = await scopes.list(includeRetired);
  return untranslated ? all : all.map((scope) => inLanguage(scope, language));
}
