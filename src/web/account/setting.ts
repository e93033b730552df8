import { type Html, type HtmlValue, html } from "../components/html.ts";

export interface Setting {
  /** The id of the heading. */
  id: string;
  title: string;
  /** The purpose in one or two sentences. */
  purpose?: HtmlValue;
  /** The state as a badge; beside the title on a phone. */
  state?: HtmlValue;
  /** The value, in place of a state. */
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

/** The card of a page with one step: an explanation and, beside it, the form. */
export function stepCard({ about, content }: { about: HtmlValue; content: HtmlValue }): Html {
  return html`<section class="card setting"><div class="setting-name">${about}</div>
<div class="setting-control">${content}</div></section>`;
}
