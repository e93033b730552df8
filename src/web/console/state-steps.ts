import { type Html, type HtmlValue, html } from "../components/html.ts";

interface StateStep {
  /** The effect, above the button. */
  hint: string;
  /** A button, a link to a confirmation, or a disclosure with a form. */
  action: HtmlValue;
}

/** The steps that change the state of an app, a merchant or an account, each with its effect. */
export function stateSteps(steps: readonly (StateStep | false)[]): Html {
  const items = steps.filter((step) => step !== false);
  return html`<ul class="state-steps">${items.map(({ hint, action }) => html`<li><p class="muted"><small>${hint}</small></p>${action}</li>`)}</ul>`;
}
