import { type Html, type HtmlValue, html } from "./html.ts";
import { type IconName, rowIcon } from "./icon.ts";

export interface ActionRow {
  /** The icon before the title. */
  icon?: IconName;
  /** A picture in place of the icon. */
  image?: Html;
  /** Put a name that a person chose into an element with `dir="auto"`, which also turns hyphenation off. */
  title: HtmlValue;
  /** Badges of the state, after the title. */
  badges?: HtmlValue;
  /** Facts below the title. */
  details?: HtmlValue;
  /** The button or the form at the end of the row; beside the title on a phone. */
  action?: HtmlValue;
}

/** One item of a list, such as a session, a passkey or a member. */
export function actionRow({ icon, image, title, badges, details, action }: ActionRow): Html {
  return html`<div class="action-row">${icon === undefined ? image : rowIcon(icon)}<p class="row-title"><strong>${title}</strong> ${badges}</p>
${details && String(details) !== "" && html`<p class="row-details">${details}</p>`}
${action && html`<div class="row-action">${action}</div>`}</div>`;
}

/** Facts side by side, as many as fit into one line. */
export function rowFacts(facts: readonly HtmlValue[]): Html {
  return html`${facts.filter(Boolean).map((fact) => html`<span>${fact}</span> `)}`;
}
