import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { inFormOrder } from "./field-errors.ts";

/** The errors that prevent a submission, with links to the fields. @param formPath the path of the form; empty on its own page */
export function missingList({ portal }: Messages, errors: readonly FieldError[], formPath: string): Html {
  const items = inFormOrder(errors).map(
    ({ field, text, label }) =>
      html`<li><a href="${`${formPath}#${field}`}">${label ? `${label}: ${text}` : text}</a></li>`,
  );
  return html`<p>${portal.app.missing}</p><ul>${items}</ul>`;
}

/** The same list as a warning; null without errors. */
export function missingNotice(t: Messages, errors: readonly FieldError[], formPath: string): Html | null {
  return errors.length === 0 ? null : html`<div class="notice notice-warn">${missingList(t, errors, formPath)}</div>`;
}
