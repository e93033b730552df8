import { copyButton } from "../components/copy.ts";
import { type Html, html } from "../components/html.ts";
import { listTable } from "../components/list.ts";
import type { Messages } from "../messages.en.ts";
import type { Block, Sample } from "./content.ts";

export function blocksOf(t: Pick<Messages, "copy">, blocks: readonly Block[]): Html {
  return html`${blocks.map((block) => html`${blockOf(t, block)}\n`)}`;
}

function blockOf(t: Pick<Messages, "copy">, block: Block): Html {
  if (typeof block === "string") return html`<p>${prose(block)}</p>`;
  if ("heading" in block) return html`<h2 id="${block.id}">${block.heading}</h2>`;
  if ("steps" in block) return html`<ol>${items(block.steps)}</ol>`;
  if ("list" in block) return html`<ul>${items(block.list)}</ul>`;
  if ("notice" in block) return html`<p class="notice">${prose(block.notice)}</p>`;
  if ("code" in block) return sampleOf(t, block);
  const rows = block.rows.map((cells) => cells.map(prose));
  return listTable({ caption: block.columns.join(", "), columns: block.columns, rows, none: "" });
}

/** Code that scrolls sideways. It can be focused, so that the keyboard scrolls it, too. */
export function sampleOf(t: Pick<Messages, "copy">, { id, label, code }: Sample): Html {
  return html`<div class="sample"><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${code}</code></pre>
${copyButton(t, { id, label })}</div>`;
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
