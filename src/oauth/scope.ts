/**
 * A canonical set of scopes: unique and sorted by code unit, so that equal sets are equal arrays.
 * @see RFC 6749 §3.3 ("the order does not matter")
 */
export type ScopeSet = readonly string[];

/** The canonical form of a list of scopes. @see RFC 6749 §3.3 */
export function toScopeSet(scopes: Iterable<string>): string[] {
  const list = [...scopes];
  return isCanonical(list) ? list : [...new Set(list)].sort();
}

/** Stored sets are canonical already; this avoids sorting them. */
function isCanonical(list: readonly string[]): boolean {
  return list.every((scope, at) => at === 0 || list[at - 1]! < scope);
}

/** The intersection of the sets, canonical. */
export function intersectScopes(first: Iterable<string>, ...others: readonly ScopeSet[]): string[] {
  return toScopeSet(first).filter((scope) => others.every((set) => set.includes(scope)));
}

/** True if every scope of `part` is in `whole`. */
export function isWithin(part: ScopeSet, whole: ScopeSet): boolean {
  return part.every((scope) => whole.includes(scope));
}

/** True if both contain the same scopes, in any order. */
export function isSameSet(left: ScopeSet, right: ScopeSet): boolean {
  return isWithin(left, right) && isWithin(right, left);
}

/** The sets that determine a token's effective scopes. */
export interface ScopeFacts {
  /** The access token's scopes; for a refresh token, the family's. */
  token: ScopeSet;
  /** The scopes granted by the merchant. */
  installation: { grantedScopes: ScopeSet };
  /** The app's live registered scopes. */
  app: { registeredScopes: ScopeSet };
}

/** The effective scopes: an intersection, so that reducing an installation or app takes effect on all tokens at once. */
export function effectiveScopes({ token, installation, app }: ScopeFacts): string[] {
  return intersectScopes(token, installation.grantedScopes, app.registeredScopes);
}

/** The scope parameter of a set. @see RFC 6749 §3.3 */
export function formatScope(scopes: ScopeSet): string {
  return scopes.join(" ");
}
