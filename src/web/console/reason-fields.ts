import { areaField, selectField } from "../components/fields.ts";
import type { FieldError } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import type { Refused } from "./refusal.ts";

type ReasonKind = keyof Pick<Messages["reasons"], "review" | "suspension">;

/** The code and the words that go with a verdict. */
export function reasonFields(
  { t }: Pick<Frame, "t">,
  { kind, refused, wordless }: { kind: ReasonKind; refused: Refused | null; wordless?: boolean },
): Html {
  const { reasons } = t;
  const faults: readonly FieldError[] = refused?.faults ?? [];
  const options = Object.entries<string>(reasons[kind]).map(([value, label]) => ({ value, label }));
  const label = wordless ? `${reasons.text} (${reasons.optional})` : reasons.text;
  return html`${selectField(
    {
      name: "reason_code",
      label: reasons.code,
      options: [{ value: "", label: reasons.choose }, ...options],
      value: refused?.fields.one("reason_code") ?? "",
    },
    faults,
  )}
${areaField({ name: "reason_text", label, value: refused?.fields.one("reason_text") ?? "", optional: wordless === true, rows: 4 }, faults)}`;
}
