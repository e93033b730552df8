import type { Frame } from "../layout/frame.ts";
import { type Html, html } from "./html.ts";

/** The text of a reason code, or the code itself if it is unknown. */
export function reasonName({ t }: Pick<Frame, "t">, code: string): string {
  const known: Record<string, string> = { ...t.reasons.suspension, ...t.reasons.review };
  return Object.hasOwn(known, code) ? known[code]! : code;
}

/** The code and the text of a reason; null if there is no reason. */
export function reasonText(frame: Pick<Frame, "t">, reason: { reasonCode: string; reasonText: string }): Html | null {
  if (reason.reasonCode === "" && reason.reasonText === "") return null;
  const text = reason.reasonText && html`<span class="lines" dir="auto">${reason.reasonText}</span>`;
  if (reason.reasonCode === "") return html`${text}`;
  const name = reasonName(frame, reason.reasonCode);
  // A code that a service has invented has no name.
  const shown = name === reason.reasonCode ? html`<code>${name}</code>` : name;
  return html`<strong>${shown}</strong>${text && html`<br>${text}`}`;
}
