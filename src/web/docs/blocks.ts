import { codeBlock, codeTabs } from "../components/code-block.ts";
import { type Html, html } from "../components/html.ts";
import { listTable } from "../components/list.ts";
import type { Messages } from "../messages.en.ts";
import type { Block } from "./content.ts";

export function blocksOf(t: Pick<Messages, "copy">, blocks: readonly Block[]): Html {
  return html`${blocks.map((block) => html`${blockOf(t, block)}\n`)}`;
}

function blockOf(t: Pick<Messages, "copy">, block: Block): Html {
  if (typeof block === "string") return html`<p>${prose(block)}</p>`;
  if ("heading" in block) return html`<h2 id="${block.id}">${block.heading}</h2>`;
  if ("steps" in block) return html`<ol class="docs-steps">${items(block.steps)}</ol>`;
  if ("list" in block) return html`<ul>${items(block.list)}</ul>`;
  if ("notice" in block) return html`<p class="notice">${prose(block.notice)}</p>`;
  if ("code" in block) return codeBlock(t, block);
  if ("samples" in block) return codeTabs(t, block.choice, block.samples);
  const rows = block.rows.map((cells) => cells.map(prose));
  return listTable({ caption: block.columns.join(", "), columns: block.columns, rows, none: "" });
}

const items = (texts: readonly string[]) => texts.map((text) => html`<li>${prose(text)}</li>`);

/** Text with `code` and [links](/path); everything else is escaped. */
export function prose(text: string): Html {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\(\/[^)\s]*\))/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    const [, label, href] = /^\[([^\]]+)\]\((\/(?!\/)[^)]*)\)$/.exec(part) ?? [];
    return label === undefined || href === undefined ? part : html`<a href="${href}">${label}</a>`;
  });
  return html`${parts}`;
}
