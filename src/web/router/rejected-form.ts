import { Code } from "@connectrpc/connect";
import { type ReceivedRequestError, requestErrorOf } from "../../rpc/errors.ts";
import { errorSummary, type FieldError } from "../components/form.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import type { Fields } from "../http/fields.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";

/** A form that was not processed. */
export interface RejectedForm {
  status: number;
  /** The submitted input. */
  fields: Fields;
  errors: readonly FieldError[];
  /** An error of the whole form; null if the errors belong to fields. */
  message: HtmlValue;
  /** True if the resource has changed since the page was opened. */
  stale: boolean;
}

interface FormErrorOptions {
  status?: number;
  /** The error of the whole form; null if the errors belong to fields. */
  text?: string | null;
}

/** An error that the page itself finds in a form. */
export class FormError extends Error {
  readonly errors: readonly FieldError[];
  readonly status: number;
  readonly text: string | null;

  constructor(errors: readonly FieldError[], { status = 400, text = null }: FormErrorOptions = {}) {
    super("invalid form");
    this.name = "FormError";
    this.errors = errors;
    this.status = status;
    this.text = text;
  }
}

const STATUS: Partial<Record<Code, number>> = {
  [Code.InvalidArgument]: 400,
  [Code.AlreadyExists]: 409,
  [Code.FailedPrecondition]: 409,
  [Code.Aborted]: 409,
};

const STALE = ["STATE", "REVISION_CHANGED"];

/** The rejection for a failed call; null if the error cannot be corrected by other input. */
export function toRejectedForm({ t }: Pick<Frame, "t">, fields: Fields, failure: unknown): RejectedForm | null {
  if (failure instanceof FormError) {
    return { status: failure.status, fields, errors: failure.errors, message: failure.text, stale: false };
  }
  const error = requestErrorOf(failure);
  // ACCOUNT_NOT_FOUND is about a field that names an account by its email address.
  const status = error?.reason === "ACCOUNT_NOT_FOUND" ? 400 : error && STATUS[error.code];
  if (error === null || !status) return null;
  const errors = fieldErrorsOf(t, error);
  const reasons = { ...t.errors.refusals, ...t.rejected.reasons };
  const message = errors.length > 0 ? null : lookUp(reasons, error.reason, error.message);
  return { status, fields, errors, message, stale: STALE.includes(error.reason) };
}

function fieldErrorsOf(t: Messages, { violations }: ReceivedRequestError): FieldError[] {
  return violations.map(({ field, reason: code, description }) => {
    const name = (field.split(".").at(-1) ?? field).replace(/\[.*$/, "");
    const error = { field: name, code };
    const general = textErrorOf(t, { reason: code, description });
    if (general !== null) return { ...error, text: general, label: lookUp(t.rejected.labels, name, name) };
    const { fields } = t.rejected;
    return { ...error, text: lookUp(fields, field, lookUp(fields, name, description)) };
  });
}

/** The message for a reason that means the same in every field; null for other reasons. */
export function textErrorOf(
  { rejected }: Pick<Messages, "rejected">,
  { reason = "", description }: { reason?: string | undefined; description: string },
): string | null {
  const [limit] = /\d+/.exec(description) ?? [];
  if (reason === "TOO_LONG" && limit !== undefined) return rejected.tooLong(Number(limit));
  return Object.hasOwn(rejected.codes, reason) ? rejected.codes[reason]! : null;
}

function lookUp(texts: Readonly<Record<string, string>>, key: string, otherwise: string): string {
  return Object.hasOwn(texts, key) ? texts[key]! : otherwise;
}

/** The errors of a rejected form, shown at the top of the page. */
export function rejectionNotice({ t }: Pick<Frame, "t">, rejected: RejectedForm | null): Html | null {
  if (rejected === null) return null;
  if (rejected.message === null) return errorSummary(t, rejected.errors);
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus>
<p><strong>${t.rejected.heading}</strong> ${rejected.message}</p>
${rejected.stale && html`<p>${t.rejected.stale}</p>`}
</div>`;
}
