import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Fields } from "../../http/fields.ts";
import { requiredFactorPath, safeNextPath } from "../../http/next-path.ts";
import type { FormResult, PageContext } from "../../router/page-router.ts";
import { PATH } from "./paths.ts";

/** The page to continue with after the set-up of a second factor; null for the security page. */
export function nextOf(fields: Pick<Fields, "one">): string | null {
  return safeNextPath(fields.one("next"));
}

/** The path of a page or form of the set-up. */
export function stepPath(path: string, next: string | null): string {
  return pathWith(path, { next: next ?? "" });
}

export function nextField(next: string | null): Html | null {
  return next === null ? null : html`<input type="hidden" name="next" value="${next}">`;
}

/** The security page as it was before the set-up. @param more further parameters of its query */
export function startPath(next: string | null, more: Readonly<Record<string, string>> = {}): string {
  const path = next === null ? PATH : requiredFactorPath(next);
  const query = new URLSearchParams(more);
  return query.size === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Ends the set-up. @param done the status message */
export function endSetUp(
  { t }: PageContext,
  done: "added" | "moved" | "passkeyAdded" | "codesCreated",
  next: string | null,
): FormResult {
  return next === null ? `${PATH}?done=${done}` : { to: next, flash: { done: t.security[done] } };
}
