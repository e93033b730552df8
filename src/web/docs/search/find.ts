import type { DocSection } from "./sections.ts";

export interface Hit extends DocSection {
  /** The part of the text around the first match. */
  snippet: string;
}

const QUERY_MAX = 100;
const TERMS_MAX = 8;
const HITS_MAX = 20;
const SNIPPET_LENGTH = 180;
/** The number of characters in the snippet before the match. */
const LEAD_LENGTH = 60;

/** The words of a query, in lower case. */
export function termsOf(query: string): string[] {
  const words = query.slice(0, QUERY_MAX).normalize().toLowerCase();
  return [...new Set(words.match(/[\p{L}\p{N}_]+(?:[:./-][\p{L}\p{N}_]+)*/gu) ?? [])].slice(0, TERMS_MAX);
}

/** The sections that contain all terms, best first. If there are none, the sections with the most terms. */
export function findSections(sections: readonly DocSection[], terms: readonly string[]): Hit[] {
  const rated = sections.map((section) => ({ section, ...rate(section, terms) })).filter(({ found }) => found > 0);
  const most = Math.max(0, ...rated.map(({ found }) => found));
  return rated
    .filter(({ found }) => found === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, HITS_MAX)
    .map(({ section }) => ({ ...section, snippet: snippetOf(section.text, terms) }));
}

/** Rates a section: `found` is the number of terms in it, `score` how prominent they are. */
function rate({ id, heading, text }: DocSection, terms: readonly string[]): { found: number; score: number } {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()];
  const scores = terms.map((term) => {
    const inTitle = title.includes(term) ? 10 : 0;
    const exact = title === term ? 20 : 0;
    return inTitle + exact + Math.min(3, body.split(term).length - 1);
  });
  const found = scores.filter((score) => score > 0).length;
  const whole = title === terms.join(" ") ? 20 : 0;
  // Of two otherwise equal results, the start of a page is better.
  return { found, score: scores.reduce((sum, score) => sum + score, whole) + (id === "" ? 0.5 : 0) };
}

function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const match = places.length === 0 ? 0 : Math.min(...places);
  const from = match <= LEAD_LENGTH ? 0 : text.indexOf(" ", match - LEAD_LENGTH) + 1;
  const end = from + SNIPPET_LENGTH;
  const to = end >= text.length ? text.length : text.lastIndexOf(" ", end);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}
