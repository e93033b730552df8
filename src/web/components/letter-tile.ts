import { type Html, html, initialOf } from "./html.ts";

/** The pairs of colours `--tint-1` to `--tint-6` of tokens.css. */
export const TINTS = 6;

/** The place of a tile: an app in a heading or in a list, a person in the header, in a list or in a heading. */
type Place = "app" | "app-small" | "person" | "person-large";

const CLASSES: Readonly<Record<Place, string>> = {
  app: "logo logo-letter",
  "app-small": "logo logo-small logo-letter",
  person: "avatar",
  "person-large": "avatar avatar-large",
};

/** The initial of a name, in place of a logo or a portrait. The same name has the same colour on every page. */
export function letterTile(name: string, place: Place): Html {
  return html`<span class="${`${CLASSES[place]} tint-${tintOf(name)}`}" aria-hidden="true">${initialOf(name)}</span>`;
}

/** The number of the colours of a name, 1 to `TINTS`. The hash spreads names that differ in one letter. @see FNV-1a */
export function tintOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name.trim().toLowerCase()) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return ((hash >>> 24) % TINTS) + 1;
}
