import { codeBlock, foldedCodeBlock } from "../components/code-block.ts";
import { type Html, html } from "../components/html.ts";
import { listTable, pathWith } from "../components/list.ts";
import { linkButton } from "../components/page-header.ts";
import type { Messages } from "../messages.en.ts";
import { type CodeLanguage, codeTabs } from "./code-language.ts";
import type { Block, Failures } from "./content.ts";
import { heading } from "./heading.ts";
import { statusBadge } from "./status-badge.ts";

type Texts = Pick<Messages, "copy" | "docs">;

/** The maximum number of lines of a program that is not folded. */
const OPEN_LINES_MAX = 40;

/** @param code the language of samples that exist in several languages; default: the first of them */
export function blocksOf(t: Texts, blocks: readonly Block[], code: CodeLanguage | null = null): Html {
  return html`${blocks.map((block) => html`${blockOf(t, block, code)}\n`)}`;
}

function blockOf(t: Texts, block: Block, code: CodeLanguage | null): Html {
  if (typeof block === "string") return html`<p>${prose(block)}</p>`;
  if ("heading" in block) return heading(block.id, block.heading);
  if ("steps" in block) return html`<ol class="numbered">${items(block.steps)}</ol>`;
  if ("list" in block) return html`<ul>${items(block.list)}</ul>`;
  if ("action" in block) return html`<p>${linkButton(block.href, block.action)}</p>`;
  if ("flow" in block) return flowOf(block.flow);
  if ("notice" in block) return html`<p class="notice">${prose(block.notice)}</p>`;
  if ("code" in block) return sampleOf(t, block);
  if ("samples" in block) return samplesOf(t, block, code);
  const rows = block.rows.map((cells) => cells.map(prose));
  const table = listTable({ caption: block.columns.join(", "), columns: block.columns, rows, none: "" });
  return block.even ? html`<div class="docs-even">${table}</div>` : table;
}

/** The last section of a page. */
export function failuresOf(t: Texts, { title, id = "fails", end, rows }: Failures): Html {
  const { columns, test } = t.docs.fails;
  return blocksOf(t, [{ heading: title, id }, { columns, rows }, end ?? test]);
}

/** The sample in the chosen language, below links to the other languages. */
function samplesOf(t: Texts, block: Extract<Block, { choice: string }>, code: CodeLanguage | null): Html {
  const { choice, below, app = "", samples } = block;
  const sample = samples.find(({ language }) => language === code) ?? samples[0];
  const languages = samples.map(({ language }) => language);
  const hrefOf = (language: CodeLanguage) => `${pathWith("", { app, code: language })}#${below}`;
  const bar = codeTabs({ label: choice, languages, current: sample.language, hrefOf });
  const lines = sample.code.split("\n").length;
  if (lines <= OPEN_LINES_MAX) return codeBlock(t, sample, bar);
  const folded = foldedCodeBlock(t, sample, { summary: t.docs.quickstart.showProgram(lines), bar });
  return html`<div class="sample-start">${folded}</div>`;
}

/** A sample. The bar of a response's sample has the status of the response. */
function sampleOf(t: Texts, { status, title, ...sample }: Extract<Block, { code: string }>): Html {
  const name = html`<span class="sample-title">${title ?? sample.label}</span>`;
  if (status === undefined) return codeBlock(t, sample, name);
  return codeBlock(t, sample, html`<span>${name} ${statusBadge(status)}</span>`);
}

/** Steps from left to right, or from top to bottom on narrow screens. */
export function flowOf(steps: readonly (readonly [title: string, text: string])[]): Html {
  return html`<ol class="docs-flow">${steps.map(([title, text]) => html`<li><strong>${title}</strong><p>${prose(text)}</p></li>`)}</ol>`;
}

const items = (texts: readonly string[]) => texts.map((text) => html`<li>${prose(text)}</li>`);

/** The maximum length of a name that does not break at the end of a line: it fits on a phone. */
const UNBROKEN_MAX = 28;

/** A name or a value in a text. */
export function codeName(text: string): Html {
  const isLong = text.length > UNBROKEN_MAX || text.includes(" ");
  return isLong ? html`<code class="long">${text}</code>` : html`<code>${text}</code>`;
}

/** Converts a text with `code` and [links](/path) to markup. The label of a link may contain code. Everything else is escaped. */
export function prose(text: string): Html {
  const parts = text.split(INLINE).map((part, at) => {
    if (at % 2 === 0) return part;
    const [, inline = "", marks = ""] = WITH_MARKS.exec(part)!;
    const markup = inlineOf(inline);
    // A line may end after a name, but not before the mark behind it.
    const isName = marks !== "" && !String(markup).includes(" class=") && /^\[?`[^`]+`(?:\]\(|$)/.test(inline);
    return isName ? html`<span class="keep">${markup}${marks}</span>` : html`${markup}${marks}`;
  });
  return html`${parts}`;
}

/** The names and links of a text, each with the punctuation marks behind it. */
const INLINE = /((?:\[[^\]]+\]\(\/[^)\s]*\)|`[^`]+`)[.,;:)]*)/;
const WITH_MARKS = /^(\[[^\]]+\]\(\/[^)\s]*\)|`[^`]+`)(.*)$/s;

function inlineOf(text: string): Html {
  if (text.startsWith("`")) return codeName(text.slice(1, -1));
  const [, label, href] = /^\[([^\]]+)\]\((\/(?!\/)[^)]*)\)$/.exec(text) ?? [];
  return label === undefined || href === undefined ? html`${text}` : html`<a href="${href}">${prose(label)}</a>`;
}
