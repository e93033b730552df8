import type { Frame } from "../layout/frame.ts";
import type { FieldError } from "./form.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** A field that a change made while the form was open has touched. */
export interface ChangedField {
  /** The id of the element that the notice links to. */
  id: string;
  label: string;
  /** The stored value of a field that cannot offer it beside its input. */
  stored?: HtmlValue;
}

interface OtherChange {
  title: string;
  /** Names the author and the time of the change; null if they are unknown. */
  by: Html | null;
  /** The fields that only the other change touched. The form shows their stored values. */
  taken: readonly ChangedField[];
  /** The fields that the form changed to other values. */
  both: readonly ChangedField[];
  /** The page with the stored values. */
  href: string;
}

/** Says that something was changed after its form was opened. Only fields that both changed need a decision. */
export function otherChangeNotice({ t }: Pick<Frame, "t">, { title, by, taken, both, href }: OtherChange): Html {
  const { otherChange: texts } = t;
  const tone = both.length > 0 ? "notice-fault" : "notice-warn";
  return html`<div class="${`notice ${tone}`}" role="alert" tabindex="-1" data-focus aria-labelledby="conflict">
<p id="conflict"><strong>${title}</strong></p>
<p>${by && html`${by}. `}${texts.kept} <a href="${href}" target="_blank" rel="noopener">${texts.compare}</a></p>
${both.length > 0 && html`<p>${texts.both}</p>${fieldList(both)}`}
${taken.length > 0 && html`<p>${texts.taken}</p>${fieldList(taken)}`}</div>`;
}

function fieldList(fields: readonly ChangedField[]): Html {
  const items = fields.map(
    ({ id, label, stored }) => html`<li><a href="${`#${id}`}">${label}</a>${stored && html`: ${stored}`}</li>`,
  );
  return html`<ul>${items}</ul>`;
}

interface StoredValue {
  field: string;
  value: string;
  /** The value as the form names it. */
  shown: string;
}

/** Offers the stored value of a field beside its input. */
export function storedChoice({ t }: Pick<Frame, "t">, { field, value, shown }: StoredValue): FieldError {
  const { useStored, useEmpty } = t.otherChange;
  return { field, text: shown === "" ? useEmpty : useStored(shown), stored: value };
}

/** The form with the stored values that the person has chosen instead of the input. */
export function withStoredChoices<Form extends { one(name: string): string | null }>(fields: Form): Form {
  return { ...fields, one: (name: string) => fields.one(`${STORED}${name}`) ?? fields.one(name) };
}

/** The names of the checkboxes that choose stored values begin with this. */
export const STORED = "stored-";
