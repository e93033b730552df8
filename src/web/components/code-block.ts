import { raw } from "hono/html";
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

/** Code whose long lines wrap. The element can have the focus, so that the keyboard can scroll it. */
function codeOf({ id, label, code, syntax, numbers, shortens = false }: Sample): Html {
  const text = syntax === undefined ? html`${code}` : highlight(code, syntax);
  const lines = (shortens ? withoutMiddles(text) : text).toString().split("\n");
  const shown = lines.length < NUMBERED_MIN ? lines : lines.map((line, at) => lineOf(line, numbers?.[at]));
  return html`<pre tabindex="0" role="region" aria-label="${label}" ${syntax && html`data-syntax="${syntax}"`}><code id="${id}">${raw(shown.join("\n")) as Html}</code></pre>`;
}

/** The greatest indent, in characters, that the second row of a long line keeps. */
const INDENT_MAX = 8;
/** As wide as `tab-size`. The hanging indent is a multiple of it, so that each tab of the indent has its full width. */
const TAB = "  ";

/**
 * The markup of a line. The style sheet numbers it, and indents its second row below its first one.
 * @param number null for none; undefined for the place of the line in the sample
 */
function lineOf(markup: string, number?: number | null): string {
  const [spaces = ""] = /^\s*/.exec(markup) ?? [];
  const start = spaces === "" ? "" : `<span class="indent">${spaces}</span>`;
  const indent = Math.min(INDENT_MAX, spaces.replaceAll("\t", TAB).length);
  const own = number === undefined ? "" : ` data-number="${number ?? ""}"`;
  return `<span class="line"${own} data-indent="${indent - (indent % 2)}">${start}${markup.slice(spaces.length)}</span>`;
}
