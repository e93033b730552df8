import { type Html, type HtmlValue, html } from "../components/html.ts";

export interface Setting {
  /** The id of the heading. */
  id: string;
  title: HtmlValue;
  /** The purpose in one or two sentences. */
  purpose?: HtmlValue;
  /** The state as a badge; beside the title on a phone. */
  state?: HtmlValue;
  /** The value, in place of a state or below it. */
  value?: HtmlValue;
  /** The button or link that changes the setting. */
  action?: HtmlValue;
  /** A form or a list of entries. */
  content?: HtmlValue;
}

/** A row of a `settingsCard`: what a setting is for, and beside it its state, its action and its entries. */
export function setting({ id, title, purpose, state, value, action, content }: Setting): Html {
  return html`<section class="setting" aria-labelledby="${id}"><div class="setting-name"><h2 id="${id}">${title}</h2>
${purpose && html`<p class="muted">${purpose}</p>`}</div>
<div class="setting-control">${state && html`<p class="setting-state">${state}</p>`}${value && html`<p class="setting-value">${value}</p>`}
${action}
${content}</div></section>`;
}

export function settingsCard(settings: readonly (Html | null | false)[]): Html {
  return html`<div class="card settings">${settings}</div>`;
}

export interface Step {
  /** The purpose of the step in one or two sentences. */
  lead?: HtmlValue;
  /** The form. */
  content: HtmlValue;
  /** Good to know, beside the form. */
  aside: { title: string; points: readonly string[] };
}

/** The card of a page with one step: the form and, beside it, the advice. */
export function stepCard({ lead, content, aside }: Step): Html {
  return html`<div class="card step"><div class="step-main">${lead && html`<p>${lead}</p>`}
${content}</div>
<aside class="step-aside" aria-labelledby="step-aside"><h2 id="step-aside">${aside.title}</h2>
<ul>${aside.points.map((point) => html`<li>${point}</li>`)}</ul></aside></div>`;
}
