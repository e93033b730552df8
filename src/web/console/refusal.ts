import { Code } from "@connectrpc/connect";
import { type ReceivedRequestError, requestErrorOf } from "../../rpc/errors.ts";
import { type FieldError, faultSummary } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import type { Fields } from "../http/fields.ts";
import type { Messages } from "../messages.en.ts";
import type { ConsoleVisit } from "./context.ts";

/** A form that was not taken. */
export interface Refused {
  status: number;
  /** What had been written. */
  fields: Fields;
  faults: readonly FieldError[];
  /** What was wrong with no field in particular; null: nothing. */
  message: string | null;
  /** The page had changed since it was opened. */
  stale: boolean;
}

/** A fault that the page itself finds in a form. */
export class FormError extends Error {
  readonly faults: readonly FieldError[];

  constructor(faults: readonly FieldError[]) {
    super("the form is not complete");
    this.name = "FormError";
    this.faults = faults;
  }
}

const STATUS: Partial<Record<Code, number>> = {
  [Code.InvalidArgument]: 400,
  [Code.AlreadyExists]: 409,
  [Code.FailedPrecondition]: 409,
  [Code.Aborted]: 409,
};

const STALE = ["STATE", "REVISION_CHANGED"];

/** What a failure says about the form; null for one that the form's page cannot mend. */
export function refusedBy({ t }: Pick<ConsoleVisit, "t">, fields: Fields, failure: unknown): Refused | null {
  if (failure instanceof FormError) return { status: 400, fields, faults: failure.faults, message: null, stale: false };
  const refusal = requestErrorOf(failure);
  const status = refusal === null ? undefined : missing(refusal) ? 400 : STATUS[refusal.code];
  if (refusal === null || status === undefined) return null;
  const faults = faultsOf(t, refusal);
  const ours = { ...t.fault.refusals, ...t.console.refused.reasons };
  const message = faults.length > 0 ? null : lookUp(ours, refusal.reason, refusal.message);
  return { status, fields, faults, message, stale: STALE.includes(refusal.reason) };
}

/** An account that a field named by its e-mail. */
function missing({ reason }: ReceivedRequestError): boolean {
  return reason === "ACCOUNT_NOT_FOUND";
}

function faultsOf(t: Messages, { violations }: ReceivedRequestError): FieldError[] {
  return violations.map(({ field, description }) => {
    const name = (field.split(".").at(-1) ?? field).replace(/\[.*$/, "");
    return { field: name, text: lookUp(t.console.refused.fields, name, description) };
  });
}

function lookUp(texts: Readonly<Record<string, string>>, key: string, otherwise: string): string {
  return Object.hasOwn(texts, key) ? texts[key]! : otherwise;
}

/** What to read before the page, where a form was refused. */
export function refusedNotice({ t }: Pick<ConsoleVisit, "t">, refused: Refused | null): Html | null {
  if (refused === null) return null;
  if (refused.message === null) return faultSummary(t, refused.faults);
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus>
<p><strong>${t.console.refused.heading}</strong> ${refused.message}</p>
${refused.stale && html`<p>${t.console.refused.stale}</p>`}
</div>`;
}
