import type { Frame } from "../layout/frame.ts";
import { type Html, html } from "./html.ts";

/** What a reason's code means, of whichever list it is; the code itself for one that no list of ours has. */
export function reasonName({ t }: Pick<Frame, "t">, code: string): string {
  const known: Record<string, string> = { ...t.reasons.suspension, ...t.reasons.review };
  return Object.hasOwn(known, code) ? known[code]! : code;
}

/** A reason as it was given. */
export function reasonText(frame: Pick<Frame, "t">, reason: { reasonCode: string; reasonText: string }): Html | null {
  if (reason.reasonCode === "" && reason.reasonText === "") return null;
  return html`<strong>${reasonName(frame, reason.reasonCode)}</strong>${reason.reasonText && html`<br><span class="lines" dir="auto">${reason.reasonText}</span>`}`;
}
