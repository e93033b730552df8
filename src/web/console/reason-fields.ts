import { areaField, selectField } from "../components/fields.ts";
import { type FieldError, ownerField } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { REASON_CODES, type ReasonKind } from "../components/reason-codes.ts";
import type { Frame } from "../layout/frame.ts";
import type { PageContext } from "../router/page-router.ts";
import type { RejectedForm } from "../router/rejected-form.ts";

/** The names of these fields. */
export const REASON_FIELDS = ["reason_code", "reason_text"];

export interface ReasonFields {
  kind: ReasonKind;
  rejected: RejectedForm | null;
  /** True if the text is optional. */
  textOptional?: boolean;
}

/** The options of a selection of reason codes. The first is empty. */
export function reasonOptions({ t }: Pick<Frame, "t">, kind: ReasonKind): { value: string; label: string }[] {
  const names: Record<string, string> = kind === "review" ? t.reasons.review : t.reasons.suspension;
  return [
    { value: "", label: t.reasons.choose },
    ...REASON_CODES[kind].map((code) => ({ value: code, label: names[code]! })),
  ];
}

/** The fields for a reason code and text. */
export function reasonFields(
  context: Pick<PageContext, "t" | "account">,
  { kind, rejected, textOptional }: ReasonFields,
): Html {
  const { reasons } = context.t;
  const errors: readonly FieldError[] = rejected?.errors ?? [];
  const label = textOptional ? `${reasons.text} (${reasons.optional})` : reasons.text;
  return html`${ownerField(context)}${selectField(
    {
      name: "reason_code",
      label: reasons.code,
      options: reasonOptions(context, kind),
      value: rejected?.fields.one("reason_code") ?? "",
    },
    errors,
  )}
${areaField({ name: "reason_text", label, value: rejected?.fields.one("reason_text") ?? "", optional: textOptional === true, rows: 4 }, errors)}`;
}
