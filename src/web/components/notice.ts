import { type Html, type HtmlValue, html } from "./html.ts";

/** `good`: done; `warn`: needs action; `bad`: failed or blocked; `plain`: information. */
export type NoticeTone = "good" | "warn" | "bad" | "plain";

const CLASSES: Readonly<Record<NoticeTone, string>> = {
  good: "notice notice-good",
  warn: "notice notice-warn",
  bad: "notice notice-fault",
  plain: "notice",
};

/** A message about the content of the page. */
export function notice(tone: NoticeTone, content: HtmlValue): Html {
  return html`<div class="${CLASSES[tone]}"><p>${content}</p></div>`;
}

/** The result of the last action and the next step. Screen readers announce it. */
export function statusMessage(content: HtmlValue, tone: NoticeTone = "good"): Html {
  return html`<div class="${CLASSES[tone]}" role="status"><p>${content}</p></div>`;
}
