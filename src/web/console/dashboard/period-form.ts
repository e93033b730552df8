import { inputField } from "../../components/fields.ts";
import { errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { PERIODS, type Shown } from "./period.ts";

/** The days of the form. They are shown if the reader chooses a period. */
export interface PeriodForm {
  from: string;
  to: string;
  isOpen: boolean;
  errors: readonly FieldError[];
}

/** The path of the dashboard. */
export const PATH = "/console/dashboard";

/** The links to the periods. The last one opens the form. */
export function periodLinks({ t }: PageContext, { period }: Shown, { isOpen }: PeriodForm): Html {
  const { dashboard: texts } = t.console;
  const link = (name: string, label: string, current: boolean) =>
    html`<a href="${`${PATH}?period=${name}`}" ${current && html`aria-current="true"`}>${label}</a>`;
  const links = PERIODS.map((one) => link(one, texts.short[one], one === period && !isOpen));
  return html`<nav class="pager periods" aria-label="${texts.period}">${links}${link("chosen", texts.short.chosen, isOpen)}</nav>`;
}

/** The days from and to; null for the periods up to now. */
export function periodForm({ t }: PageContext, { from, to, isOpen, errors }: PeriodForm): Html | null {
  if (!isOpen) return null;
  const { dashboard: texts } = t.console;
  return html`${errorSummary(t, errors)}<form class="period-form" method="get" action="${PATH}" novalidate>
<input type="hidden" name="period" value="chosen">
${inputField({ name: "from", label: texts.from, type: "date", value: from }, errors)}
${inputField({ name: "to", label: texts.to, type: "date", value: to }, errors)}
<button type="submit" class="secondary">${texts.show}</button></form>`;
}
