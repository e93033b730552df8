import { setImmediate } from "node:timers/promises";
import unhomoglyph from "unhomoglyph";
import type { AppNames } from "../../store/apps/app-names.ts";

/** A name that resembles that of the app in review or of its developer. Either an app or a developer has it. */
export interface SimilarName {
  name: string;
  clientId: string | null;
  accountId: string | null;
}

/** The maximum number of reported names. */
const MAX_RESULTS = 20;
/** Comparisons between two yields to the event loop. */
const SLICE = 500;

/** Currency signs that look like letters and are missing in the table of confusables. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  "₳": "A",
  "฿": "B",
  "₿": "B",
  "₵": "C",
  "¢": "c",
  "€": "E",
  "₲": "G",
  "₭": "K",
  "£": "L",
  "₦": "N",
  "₱": "P",
  $: "S",
  "₮": "T",
  "₩": "W",
  "¥": "Y",
};

/**
 * The skeletons of a name: confusable characters folded; marks, symbols, invisible characters, spaces and punctuation removed.
 * Folds before and after lower-casing, because `I` resembles `l` and `i` does not. Symbols are both removed before NFKD, which turns some
 * into letters, and folded, because some resemble letters.
 * @see UTS #39 §4, confusable detection
 */
export function skeletonsOf(name: string): Set<string> {
  const asLetters = name.replace(/\p{Sc}/gu, (sign) => LETTER_SIGNS[sign] ?? sign);
  const variants = new Set([name, asLetters, name.replace(/\p{S}/gu, "")]);
  return new Set([...variants].flatMap(foldVariant).filter(Boolean));
}

function foldVariant(name: string): string[] {
  const bare = name.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const folded = [unhomoglyph(bare.toLowerCase()), unhomoglyph(bare).toLowerCase()];
  return folded.map((text) => text.normalize("NFKD").replace(/[\s\p{P}\p{M}\p{S}]/gu, ""));
}

/** The names of other apps and developers that resemble one of `own`. */
export async function findSimilarNames(own: readonly string[], others: readonly AppNames[]): Promise<SimilarName[]> {
  const wanted = new Set(own.flatMap((name) => [...skeletonsOf(name)]));
  const isSimilar = (name: string) => [...skeletonsOf(name)].some((skeleton) => wanted.has(skeleton));
  const found = new Map<string, SimilarName>();
  for (const [at, one] of others.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    for (const name of namesOf(one)) if (isSimilar(name.name)) found.set(JSON.stringify(name), name);
    if (found.size >= MAX_RESULTS) break;
  }
  return [...found.values()].slice(0, MAX_RESULTS);
}

function namesOf({ clientId, name, pendingName, developer }: AppNames): SimilarName[] {
  const ofApp = [name, pendingName ?? name].map((one) => ({ name: one, clientId, accountId: null }));
  return developer === null ? ofApp : [...ofApp, { name: developer.name, clientId: null, accountId: developer.id }];
}
