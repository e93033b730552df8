import type { Tone } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface Figure {
  href: string;
  name: string;
  value: string;
  note: HtmlValue;
  /** The colour of the figure's part in a bar above the figures. */
  part?: Tone | "strong";
  /** The colour of the value. */
  tone?: "warn" | "bad";
  /** True if the note says why the value has its colour. */
  explains?: boolean;
}

/** Figures side by side. Each name is a link to the entries that are counted. */
export function figureList(figures: readonly Figure[]): Html {
  const items = figures.map(
    ({ href, name, value, note, part, tone, explains }) =>
      html`<li><a href="${href}">${part && html`<span class="part part-${part}"></span>`}${name}</a><strong class="${tone ? `figure figure-${tone}` : "figure"}">${value}</strong>${note && html`<small class="${tone && explains ? `figure-${tone}` : "muted"}">${note}</small>`}</li>`,
  );
  return html`<ul class="figures">${items}</ul>`;
}
