import { areaField, selectField } from "../components/fields.ts";
import type { FieldError } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import type { RejectedForm } from "../router/rejected-form.ts";

type ReasonKind = keyof Pick<Messages["reasons"], "review" | "suspension">;

export interface ReasonFields {
  kind: ReasonKind;
  rejected: RejectedForm | null;
  /** True if the text is optional. */
  textOptional?: boolean;
  /** The values of a chosen template, unless the form shows rejected input. */
  chosen?: { code: string; text: string } | null;
}

/** The fields for a reason code and text. */
export function reasonFields({ t }: Pick<Frame, "t">, { kind, rejected, textOptional, chosen }: ReasonFields): Html {
  const { reasons } = t;
  const errors: readonly FieldError[] = rejected?.errors ?? [];
  const options = Object.entries<string>(reasons[kind]).map(([value, label]) => ({ value, label }));
  const label = textOptional ? `${reasons.text} (${reasons.optional})` : reasons.text;
  return html`${selectField(
    {
      name: "reason_code",
      label: reasons.code,
      options: [{ value: "", label: reasons.choose }, ...options],
      value: rejected?.fields.one("reason_code") ?? chosen?.code ?? "",
    },
    errors,
  )}
${areaField({ name: "reason_text", label, value: rejected?.fields.one("reason_text") ?? chosen?.text ?? "", optional: textOptional === true, rows: 4 }, errors)}`;
}
