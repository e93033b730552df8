import type { Messages } from "../messages.en.ts";
import { copyButton } from "./copy.ts";
import { highlight, type Sample } from "./highlight.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** A sample below a bar. @param bar the content of the bar; default: the label */
export function codeBlock(t: Pick<Messages, "copy">, sample: Sample, bar?: HtmlValue): Html {
  return html`<div class="sample"><div class="sample-bar">${bar ?? html`<span class="sample-title">${sample.label}</span>`}${copyButton(t, sample)}</div>
${codeOf(sample)}</div>`;
}

/** Code that scrolls sideways. It can be focused, so that the keyboard scrolls it, too. */
function codeOf({ id, label, code, syntax }: Sample): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${syntax === undefined ? code : highlight(code, syntax)}</code></pre>`;
}
