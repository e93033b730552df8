import { copyIcon } from "../../components/copy.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";

interface Url {
  /** The id of the element with the URL. */
  id: string;
  /** The name of the URL for screen readers. */
  label: string;
  value: string;
  /** Content before the URL. */
  before?: HtmlValue;
}

/** A URL with a copy button. It breaks before its slashes only. */
export function urlLine(t: Messages, { id, label, value, before }: Url): Html {
  const parts = value.split(/(?<![/:])(?=\/)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`);
  return html`<p class="endpoint-url">${before}<code id="${id}">${parts}</code>${copyIcon(t, { id, label })}</p>`;
}
