import { type Html, html } from "./html.ts";

/** Badges in a row, with a space between them: text that touches is read aloud and copied as one word. */
export function badgeRow(badges: readonly (Html | null | false | undefined)[]): Html {
  return html`${badges.filter(Boolean).map((badge, at) => html`${at > 0 && " "}${badge}`)}`;
}
