import { type Html, type HtmlValue, html } from "./html.ts";
import { type IconName, rowIcon } from "./icon.ts";

export interface ActionRow {
  /** Before the title. */
  icon?: IconName;
  /** A picture in place of the icon. */
  image?: Html;
  /** A name that a person chose is in an element with `dir="auto"`, which also ends hyphenation. */
  title: HtmlValue;
  /** Badges of the state, after the title. */
  badges?: HtmlValue;
  /** Facts below the title. */
  details?: HtmlValue;
  /** The button or the form at the end; on a phone beside the title. */
  action?: HtmlValue;
}

/** One thing of a list: a session, a passkey, a member. */
export function actionRow({ icon, image, title, badges, details, action }: ActionRow): Html {
  return html`<div class="action-row">${icon === undefined ? image : rowIcon(icon)}<p class="row-title"><strong>${title}</strong> ${badges}</p>
${details && html`<p class="row-details">${details}</p>`}
${action && html`<div class="row-action">${action}</div>`}</div>`;
}

/** Facts in one line, as far as they fit. */
export function rowFacts(facts: readonly HtmlValue[]): Html {
  return html`${facts.filter(Boolean).map((fact) => html`<span>${fact}</span> `)}`;
}
