import type { Messages } from "../messages.en.ts";
import { copyButton } from "./copy.ts";
import { highlight, type Sample } from "./highlight.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { withoutMiddles } from "./long-values.ts";

/** A sample below a bar. @param bar the content of the bar; default: the label */
export function codeBlock(t: Pick<Messages, "copy">, sample: Sample, bar?: HtmlValue): Html {
  return html`<div class="sample">${barOf(t, sample, bar)}
${codeOf(sample)}</div>`;
}

/** A long sample, folded below a bar from which it can be copied. */
export function foldedCodeBlock(t: Pick<Messages, "copy">, sample: Sample, { summary, bar }: Fold): Html {
  return html`<div class="sample">${barOf(t, sample, bar)}
<details><summary>${summary}</summary>${codeOf(sample)}</details></div>`;
}

interface Fold {
  /** The text that unfolds the sample. */
  summary: string;
  /** The content of the bar. Default: the label. */
  bar?: HtmlValue;
}

function barOf(t: Pick<Messages, "copy">, sample: Sample, bar: HtmlValue): Html {
  return html`<div class="sample-bar">${bar ?? html`<span class="sample-title">${sample.label}</span>`}${copyButton(t, sample)}</div>`;
}

/** The minimum number of lines for line numbers: only one line has none. */
const NUMBERED_MIN = 2;

/** Code that scrolls sideways. The element can have the focus, so that the keyboard can scroll it too. */
function codeOf({ id, label, code, syntax, shortens = false }: Sample): Html {
  const { length } = code.split("\n");
  const numbers = Array.from({ length }, (_, at) => at + 1).join("\n");
  const text = syntax === undefined ? html`${code}` : highlight(code, syntax);
  return html`<pre tabindex="0" role="region" aria-label="${label}">${length >= NUMBERED_MIN && html`<span class="line-numbers" aria-hidden="true">${numbers}</span>`}<code id="${id}">${shortens ? withoutMiddles(text) : text}</code></pre>`;
}
