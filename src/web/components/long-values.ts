import { raw } from "hono/html";
import { type Html, html } from "./html.ts";

/** A value that is longer than an ID: its start, its middle and its end. */
const LONG = /\b([\w-]{14})([\w-]{23,})([\w-]{4})\b/g;

/** Markup in which long values, such as tokens, are shown without their middle. The middle stays in the text, so a copy has it. */
export function withoutMiddles(markup: Html): Html {
  return raw(markup.toString().replaceAll(LONG, '$1<span class="middle">$2</span>$3')) as Html;
}

/** A value that can break before its path segments, so that a long URL does not break within a word. */
export function breakable(value: string): Html {
  return html`${value.split(/(?<=[^/]\/)(?=[^/])/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

/** A long value without its middle. */
export function shortened(value: string): Html {
  return withoutMiddles(html`${value}`);
}
