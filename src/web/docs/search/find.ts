import type { DocSection } from "./sections.ts";
import { patternOf } from "./terms.ts";

export interface Hit extends DocSection {
  /** The part of the text around the first match, with names in code in backticks. */
  snippet: string;
  /** Only a sample of the section has the terms. */
  onlyInSample: boolean;
}

const HITS_MAX = 80;
const SNIPPET_LENGTH = 180;
/** The number of characters in the snippet before the match. */
const LEAD_LENGTH = 90;
/**
 * The points of a section: its heading is the query, its heading is the name with the words of the query, its heading is a term, a title, a
 * heading or the name of a parameter has a term, its text has one, or a sample has one.
 */
const POINTS = {
  query: 200,
  name: 100,
  heading: 60,
  inTitle: 40,
  inHeading: 20,
  inText: 1,
  inTextMax: 5,
  inField: 0.6,
  inFieldText: 0.3,
  inCode: 0.2,
};

/** The weight of a change of the API, which says less about a name than its reference. */
const OF_CHANGE = 0.5;

/**
 * The sections that contain all terms, best first, and after them those whose samples alone do. If there are none, the sections with the
 * most terms.
 */
export function findSections(sections: readonly DocSection[], terms: readonly string[]): Hit[] {
  const patterns = terms.map((term) => new RegExp(patternOf(term), "giu"));
  const rated = sections
    .map((section) => ({ section, ...rate(section, terms, patterns) }))
    .filter(({ found }) => found > 0);
  const most = Math.max(0, ...rated.map(({ found }) => found));
  return rated
    .filter(({ found }) => found === most)
    .sort((a, b) => Number(a.onlyInSample) - Number(b.onlyInSample) || b.score - a.score)
    .slice(0, HITS_MAX)
    .map(({ section, onlyInSample }) => ({ ...section, snippet: snippetOf(section, patterns), onlyInSample }));
}

const countIn = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Rates a section: `found` is the number of terms in it, `score` how prominent they are, `onlyInSample` if its text has none of them. */
function rate(section: DocSection, terms: readonly string[], patterns: readonly RegExp[]) {
  const { page, id, heading, title = "", names = [], text, code = [], isField = false } = section;
  const isNamed = (query: string) => [heading.toLowerCase(), ...names].includes(query);
  const scores = patterns.map((pattern, at) => {
    const term = terms[at]!;
    // Of several words, one that is the name of a field rarely asks for it.
    const isName = isNamed(term) && !(isField && terms.length > 1);
    const isIn = countIn(`${heading} ${title}`, pattern) > 0;
    const inTitle = isName ? POINTS.heading : isIn ? pointsInHeading(section, term) : 0;
    const inText = Math.min(isField ? POINTS.inFieldText : POINTS.inTextMax, countIn(text, pattern) * POINTS.inText);
    const inCode = code.some((line) => countIn(line, pattern) > 0) ? POINTS.inCode : 0;
    return { outside: inTitle + inText, inCode };
  });
  const found = scores.filter(({ outside, inCode }) => outside + inCode > 0).length;
  const onlyInSample = scores.every(({ outside }) => outside === 0);
  const whole = isNamed(terms.join(" ")) ? POINTS.query : isNamed(terms.join("_")) ? POINTS.name : 0;
  const score =
    scores.reduce((sum, { outside, inCode }) => sum + outside + inCode, whole) * (page === "changelog" ? OF_CHANGE : 1);
  // Of two otherwise equal results, the start of a page is better.
  return { found, onlyInSample, score: score + (id === "" ? 0.5 : 0) };
}

/** A term with the punctuation of a name asks for names; any other term asks for pages and their sections first. */
function pointsInHeading({ id, isField = false }: DocSection, term: string): number {
  if (id === "") return POINTS.inTitle;
  return isField && !/[_.:]/.test(term) ? POINTS.inField : POINTS.inHeading;
}

/** The line with the most terms; a line of a sample only if neither the text nor the heading has any of them. */
function snippetOf({ heading, isCode = false, text, code = [] }: DocSection, patterns: readonly RegExp[]): string {
  const matches = (line: string) => patterns.filter((pattern) => countIn(line, pattern) > 0).length;
  const lines = text.split("\n");
  // The description of a name is read from its start.
  if (isCode && matches(heading) > 0) return cut(lines[0]!, []);
  const most = Math.max(...lines.map(matches));
  if (most > 0) return cut(lines.find((line) => matches(line) === most)!, patterns);
  const sample = matches(heading) > 0 ? undefined : code.find((line) => matches(line) > 0);
  return sample === undefined ? cut(lines[0]!, patterns) : cut(`\`${bareLine(sample)}\``, patterns);
}

/** A line of a sample without the quotes, commas and backslashes at its ends. */
function bareLine(line: string): string {
  const inner = line.replace(/[\\,\s]+$/, "");
  const bare = /^(["'])(.*)\1$/.exec(inner)?.[2] ?? inner;
  return bare.replaceAll("`", "'");
}

/** The part of a line around its first match. */
function cut(line: string, patterns: readonly RegExp[]): string {
  const places = patterns.map((pattern) => line.search(pattern)).filter((at) => at >= 0);
  const match = places.length === 0 ? 0 : Math.min(...places);
  const from = match <= LEAD_LENGTH ? 0 : line.indexOf(" ", match - LEAD_LENGTH) + 1;
  const end = from + SNIPPET_LENGTH;
  const to = end >= line.length ? line.length : Math.max(line.lastIndexOf(" ", end), match + 1);
  const opened = isInCode(line.slice(0, from)) ? "`" : "";
  const part = opened + line.slice(from, to);
  return `${from > 0 ? "… " : ""}${part}${isInCode(part) ? "`" : ""}${to < line.length ? " …" : ""}`;
}

const isInCode = (text: string) => text.split("`").length % 2 === 0;
