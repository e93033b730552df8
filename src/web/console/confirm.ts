import { type Question, questionCard } from "../components/confirmation.ts";
import { checkField } from "../components/fields.ts";
import type { FieldError } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { type Crumb, pageHeader } from "../components/page-header.ts";
import type { Fields } from "../http/fields.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../router/rejected-form.ts";
import { sectionCrumb } from "./paths.ts";

/** The confirmation page of an action that has a wide effect or cannot be undone. */
export interface Confirmation extends Question {
  title: string;
  /** The label of the checkbox; absent if the button is sufficient. */
  checkbox?: string;
  /** The page of the resource itself, below its section. */
  crumb?: Crumb;
}

export function confirmPage(context: PageContext, confirmation: Confirmation, rejected: RejectedForm | null): Page {
  const { title, checkbox, crumb, ...question } = confirmation;
  const crumbs = [sectionCrumb(context, question.back), ...(crumb === undefined ? [] : [crumb])];
  const fields = html`${question.fields}${checkbox && confirmCheckbox(checkbox, rejected)}`;
  const card = questionCard(context, { ...question, fields }, rejectionNotice(context, rejected));
  const body = html`${pageHeader(context, { crumbs, title })}
${card}`;
  return { title, body };
}

/** @throws FormError if the checkbox is not checked, or if a `required` field is empty */
export function requireConfirmed({ t }: PageContext, fields: Fields, required: readonly string[] = []): void {
  const missing = required.filter((name) => (fields.one(name) ?? "").trim() === "");
  const names = fields.one("confirm") === "yes" ? missing : [...missing, "confirm"];
  const errors = names.map((field): FieldError => ({ field, text: t.rejected.fields[field] ?? "" }));
  if (errors.length > 0) throw new FormError(errors);
}

function confirmCheckbox(text: string, rejected: RejectedForm | null): Html {
  const checked = rejected?.fields.one("confirm") === "yes";
  return checkField({ id: "confirm", name: "confirm", label: text, required: true, checked }, rejected?.errors);
}
