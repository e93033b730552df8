import type { Frame } from "../layout/frame.ts";
import { csrfField } from "./form.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The question before an action that has a wide effect or cannot be undone. */
export interface Question {
  /** The effects, as sentences. */
  effects: readonly string[];
  /** The path that the form posts to. */
  action: string;
  /** Additional fields. */
  fields?: HtmlValue;
  /** The label of the button. */
  submit: string;
  /** The label of the link back. */
  cancel: string;
  /** The path of the page that the action belongs to. */
  back: string;
}

/** The effects, a red button and a link back. Works without a script. @param above errors of the form */
export function questionCard(context: Frame & { csrfToken: string }, question: Question, above: HtmlValue = ""): Html {
  const { effects, action, fields, submit, cancel, back } = question;
  return html`<section class="card question">${above}
${effects.map((effect) => html`<p>${effect}</p>`)}
<form method="post" action="${action}" data-once>${csrfField(context.csrfToken)}${fields}
<div class="buttons"><button type="submit" class="danger">${submit}</button>
<a class="button secondary" href="${back}">${cancel}</a></div></form></section>`;
}
