import { checkField } from "../components/fields.ts";
import { csrfField, type FieldError } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { pageHeader } from "../components/page-header.ts";
import type { Fields } from "../http/fields.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../router/rejected-form.ts";
import { sectionCrumb } from "./paths.ts";

/** The confirmation page of an action that has a wide effect or cannot be undone. */
export interface Confirmation {
  title: string;
  /** The effects, as sentences. */
  effects: readonly string[];
  /** The path that the form posts to. */
  action: string;
  /** Additional fields. */
  fields?: Html;
  /** The label of the checkbox; absent if the button is sufficient. */
  checkbox?: string;
  /** The label of the button. */
  submit: string;
  /** The label of the link back. */
  cancel: string;
  /** The path of the page that the action belongs to. */
  back: string;
}

export function confirmPage(context: PageContext, confirmation: Confirmation, rejected: RejectedForm | null): Page {
  const { title, effects, action, fields, checkbox, submit, cancel, back } = confirmation;
  const crumbs = [sectionCrumb(context, back)];
  const body = html`${pageHeader(context, { crumbs, title })}
<section class="card question">
${rejectionNotice(context, rejected)}
${effects.map((effect) => html`<p>${effect}</p>`)}
<form method="post" action="${action}" data-once>
${csrfField(context.csrfToken)}
${fields}
${checkbox && confirmCheckbox(checkbox)}
<div class="buttons"><button type="submit" class="danger">${submit}</button>
<a class="button secondary" href="${back}">${cancel}</a></div>
</form></section>`;
  return { title, body };
}

/** @throws FormError if the checkbox is not checked */
export function requireConfirmed({ t }: PageContext, fields: Fields): void {
  if (fields.one("confirm") === "yes") return;
  const error: FieldError = { field: "confirm", text: t.rejected.fields.confirm ?? "" };
  throw new FormError([error]);
}

export function confirmCheckbox(text: string): Html {
  return checkField({ id: "confirm", name: "confirm", label: text, required: true });
}
