import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { supportLink } from "../../components/support-link.ts";
import type { Frame } from "../../layout/frame.ts";
import { type DocPage, FEEDBACK_PATH, pathOf } from "../pages.ts";

/** The query of a page whose reader has answered. */
const ANSWERED = "feedback=sent";

/** The page after an answer, at its thanks. */
export function answeredPath(page: DocPage): string {
  return `${pathOf(page)}?${ANSWERED}#feedback`;
}

/** The question whether a page helps, and the support of the platform. @param csrfToken null for a page without the question */
export function feedbackOf(frame: Frame, page: DocPage, csrfToken: string | null): Html | null {
  const contact = supportLink(frame);
  const { feedback } = frame.t.docs;
  const support = contact && html`<p>${feedback.support} ${contact}</p>`;
  if (csrfToken === null) return contact && html`<div class="docs-feedback">${support}</div>`;
  const isAnswered = frame.path?.split("?")[1]?.split("&").includes(ANSWERED) ?? false;
  return html`<div class="docs-feedback" id="feedback">${isAnswered ? statusMessage(feedback.thanks) : question(frame, page, csrfToken)}${support}</div>`;
}

function question({ t }: Frame, page: DocPage, csrfToken: string): Html {
  const { question, yes, no } = t.docs.feedback;
  const button = (value: string, label: string) =>
    html`<button type="submit" name="helpful" value="${value}" class="secondary">${label}</button>`;
  return html`<form method="post" action="${FEEDBACK_PATH}" data-once>${csrfField(csrfToken)}
<input type="hidden" name="page" value="${page}">
<fieldset><legend>${question}</legend>${button("yes", yes)} ${button("no", no)}</fieldset></form>`;
}
