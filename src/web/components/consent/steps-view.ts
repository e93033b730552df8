import type { Messages } from "../../messages.en.ts";
import { type Html, html } from "../html.ts";

/** The steps of a connection that starts in the app, and of one that starts at the install link, which has a page about the app. */
const STEPS = {
  app: ["signIn", "permissions", "app"],
  install: ["signIn", "about", "permissions", "app"],
} as const;

type Start = keyof typeof STEPS;

/** The steps from the sign-in to the connected app, in one line. A phone shows the position in place of more than three steps. */
export function stepsLine<S extends Start>(
  { steps }: Messages,
  start: S,
  current: Exclude<(typeof STEPS)[S][number], "app">,
): Html {
  const all: readonly (typeof STEPS)[Start][number][] = STEPS[start];
  const now = all.indexOf(current);
  const items = all.map((step, index) => {
    const state = index === now ? html`aria-current="step"` : index < now && html`class="past"`;
    return html`<li ${state}>${steps[step]}</li>`;
  });
  const position = all.length > 3 && html` data-position="${steps.position(now + 1, all.length)}"`;
  return html`<ol class="flow-steps" aria-label="${steps.label}"${position}>${items}</ol>`;
}

/** The steps of a connection at the sign-in; for a signed-in account, the sign-in is past. */
export function signInSteps(t: Messages, start: Start, isSignedIn: boolean): Html {
  if (!isSignedIn) return stepsLine(t, start, "signIn");
  return start === "install" ? stepsLine(t, "install", "about") : stepsLine(t, "app", "permissions");
}

/** Where a connection starts that continues at this path of the install page or the consent page. */
export function startOf(next: string | null): Start {
  return next?.startsWith("/install/") ? "install" : "app";
}
