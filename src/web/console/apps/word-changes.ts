import { diffWordsWithSpace } from "diff";
import { type HtmlValue, html } from "../../components/html.ts";

/** Bounds the time of a comparison, which grows with the square of the edits. */
const MAX_EDITS = 100;

export interface MarkedWords {
  before: HtmlValue;
  after: HtmlValue;
}

/** Both texts with the words marked that differ; null if they have at most half of their words in common. */
export function markWords(before: string, after: string): MarkedWords | null {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) ?? [];
  const kept = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  if (2 * wordsIn(kept.join(" ")) <= Math.max(wordsIn(before), wordsIn(after))) return null;
  const side = (other: "added" | "removed") =>
    parts.filter((part) => !part[other]).map(({ added, removed, value }) => (added || removed ? marked(value) : value));
  return { before: side("added"), after: side("removed") };
}

/** The mark does not include the space around the words. */
function marked(text: string): HtmlValue {
  const words = text.trim();
  const [before, after] = text.split(words, 2);
  return words === "" ? text : html`${before}<mark>${words}</mark>${after}`;
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
