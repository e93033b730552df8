import { editDistance } from "../../components/edit-distance.ts";
import { findSections } from "./find.ts";
import type { DocSection } from "./sections.ts";
import { QUERY_MAX } from "./terms.ts";

const SUGGESTIONS_MAX = 3;
/** One wrong character is allowed for so many characters of the query. */
const CHARACTERS_PER_MISTAKE = 4;
const LENGTH_MIN = 4;

/** Names and words of headings that are spelled almost like a query without results. */
export function suggestionsFor(sections: readonly DocSection[], query: string): string[] {
  const asked = query.slice(0, QUERY_MAX).toLowerCase();
  if (asked.length < LENGTH_MIN) return [];
  const words = sections.flatMap(({ heading, isCode }) => (isCode ? [heading] : heading.split(/[^\p{L}\p{N}_-]+/u)));
  const allowed = Math.ceil(asked.length / CHARACTERS_PER_MISTAKE);
  // The distance of two words is at least the difference of their lengths.
  const known = [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= LENGTH_MIN && Math.abs(word.length - asked.length) <= allowed,
  );
  return known
    .map((word) => ({ word, distance: editDistance(asked, word) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ word }) => word);
}

/** A query with the most similar word in place of each word that no section has; null if there is none to replace. */
export function correctedQuery(sections: readonly DocSection[], terms: readonly string[]): string | null {
  const words = terms.map((term) => {
    return findSections(sections, [term]).length > 0 ? term : (suggestionsFor(sections, term)[0] ?? term);
  });
  return words.every((word, at) => word === terms[at]) ? null : words.join(" ");
}
