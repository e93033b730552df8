/**
 * A set of scopes in canonical form: unique, sorted by code unit, so that two equal sets are equal arrays.
 * @see RFC 6749 §3.3 ("the order does not matter")
 */
export type ScopeSet = readonly string[];

/** The canonical form of a list of scopes. */
export function toScopeSet(scopes: Iterable<string>): string[] {
  const list = [...scopes];
  return isCanonical(list) ? list : [...new Set(list)].sort();
}

/** Most sets come from where they were stored, in order. */
function isCanonical(list: readonly string[]): boolean {
  return list.every((scope, at) => at === 0 || list[at - 1]! < scope);
}

/** The scopes in every one of the sets, canonical. */
export function intersectScopes(first: Iterable<string>, ...others: readonly ScopeSet[]): string[] {
  return toScopeSet(first).filter((scope) => others.every((set) => set.includes(scope)));
}

/** True if every scope of `part` is in `whole`. */
export function isWithin(part: ScopeSet, whole: ScopeSet): boolean {
  return part.every((scope) => whole.includes(scope));
}

/** True if both hold the same scopes, in whatever order. */
export function isSameSet(left: ScopeSet, right: ScopeSet): boolean {
  return isWithin(left, right) && isWithin(right, left);
}

/** The three sets that decide what a token is worth at this moment. */
export interface ScopeFacts {
  /** Of the access token's row, or of the family for a refresh token. */
  token: ScopeSet;
  /** What the merchant granted. */
  installation: { grantedScopes: ScopeSet };
  /** The app's live registered scopes. */
  app: { registeredScopes: ScopeSet };
}

/** What a token may do now: an intersection, so narrowing an installation or an app narrows every token at once. */
export function effectiveScopes({ token, installation, app }: ScopeFacts): string[] {
  return intersectScopes(token, installation.grantedScopes, app.registeredScopes);
}

/** The scope parameter of a set. @see RFC 6749 §3.3 */
export function formatScope(scopes: ScopeSet): string {
  return scopes.join(" ");
}
