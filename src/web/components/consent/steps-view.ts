import type { Messages } from "../../messages.en.ts";
import { type Html, html } from "../html.ts";

const STEPS = ["signIn", "review", "done"] as const;

/** The steps from the sign-in to the connected app, in one line. */
export function stepsLine({ steps }: Messages, current: "signIn" | "review"): Html {
  const now = STEPS.indexOf(current);
  const items = STEPS.map((step, index) => {
    const state = index === now ? html`aria-current="step"` : index < now && html`class="past"`;
    return html`<li ${state}>${steps[step]}</li>`;
  });
  return html`<ol class="flow-steps" aria-label="${steps.label}">${items}</ol>`;
}
