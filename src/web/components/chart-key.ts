import { type Html, html } from "./html.ts";

/** A sort of mark in a chart with its meaning. */
export interface KeyItem {
  mark: "main" | "quiet" | "warn" | "bad" | "current" | "average";
  text: string;
}

/** The meaning of the marks below a chart; null if it needs none. */
export function chartKey(items: readonly KeyItem[]): Html | null {
  if (items.length === 0) return null;
  return html`<ul class="chart-key">${items.map(({ mark, text }) => html`<li class="key-${mark}">${text}</li>`)}</ul>`;
}
