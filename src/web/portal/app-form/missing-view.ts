import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { inFormOrder } from "./field-errors.ts";

interface Missing {
  errors: readonly FieldError[];
  /** The path of the form; empty on its own page. */
  formPath: string;
  /** The sentence above the list. */
  lead: string;
}

/** The errors that prevent a submission, with links to the fields. */
export function missingList({ errors, formPath, lead }: Missing): Html {
  const items = inFormOrder(errors).map(
    ({ field, text, label }) =>
      html`<li><a href="${`${formPath}#${field}`}">${label ? `${label}: ${text}` : text}</a></li>`,
  );
  return html`<p>${lead}</p><ul>${items}</ul>`;
}

/** The same list as a warning; null without errors. */
export function missingNotice(missing: Missing): Html | null {
  if (missing.errors.length === 0) return null;
  return html`<div class="notice notice-warn" role="status">${missingList(missing)}</div>`;
}
