import { type Html, html } from "../components/html.ts";

export interface Box {
  x: number;
  y: number;
  height: number;
  title: string;
  /** The lines below the title; empty for none. */
  text: string;
}

/** A number in a circle and a text right of it. */
export interface Label {
  step: number;
  text: string;
  x: number;
  y: number;
  /** True for a step that others do, which is less prominent. */
  quiet?: boolean;
}

interface Picture {
  /** The text alternative. */
  description: string;
  width: number;
  height: number;
  boxes: readonly Box[];
  /** Paths with an arrow at their end. */
  lines: readonly string[];
  /** Paths of steps that others do. Default: none. */
  quietLines?: readonly string[];
  labels: readonly Label[];
}

export const BOX_WIDTH = 220;

/** Boxes with arrows between them, for wide screens. The style sheet has its colours. */
export function pictureOf({ description, width, height, boxes, lines, quietLines = [], labels }: Picture): Html {
  return html`<svg class="docs-picture" viewBox="${`0 0 ${width} ${height}`}" role="img" aria-label="${description}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
${lines.map((d) => html`<path class="edge" d="${d}" marker-end="url(#arrow)"/>`)}
${quietLines.map((d) => html`<path class="edge quiet-edge" d="${d}" marker-end="url(#arrow)"/>`)}
${boxes.map(boxOf)}
${labels.map(labelOf)}</svg>`;
}

function boxOf({ x, y, height, title, text }: Box): Html {
  const middle = x + BOX_WIDTH / 2;
  const center = y + height / 2;
  const codes = text.split("\n");
  const top = center + 6 - 10 * codes.length;
  const lines =
    text === ""
      ? html`<text x="${middle}" y="${center + 6}">${title}</text>`
      : html`<text x="${middle}" y="${top}">${title}</text>${codes.map((code, at) => html`<text class="code" x="${middle}" y="${top + 20 * (at + 1)}">${code}</text>`)}`;
  return html`<g class="node"><rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="12"/>${lines}</g>`;
}

function labelOf({ step, text, x, y, quiet }: Label): Html {
  return html`<g class="label ${quiet && "quiet-label"}"><circle cx="${x + 12}" cy="${y}" r="10"/><text class="step" x="${x + 12}" y="${y + 4}">${step}</text><text x="${x + 28}" y="${y + 5}">${text}</text></g>`;
}
