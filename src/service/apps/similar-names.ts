import { setImmediate } from "node:timers/promises";
import unhomoglyph from "unhomoglyph";
import type { AppNames } from "../../store/apps/app-names.ts";
import type { SimilarName } from "./records.ts";

/** More than these help no reviewer. */
const MOST = 20;
/** Names compared between two turns of the event loop. */
const SLICE = 500;

/** Currency signs that read as a letter, and that the table of confusables does not fold. */
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
 * What a name looks like: without marks, symbols, invisible characters, spaces and punctuation, confusable characters folded.
 * Folded before and after lower-casing, because `I` is confused with `l` and `i` is not. Symbols are dropped before NFKD, which makes
 * letters of some of them, and folded as well, because some look like letters.
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

/** Which of the others' names look like one of these. */
export async function findSimilarNames(own: readonly string[], others: readonly AppNames[]): Promise<SimilarName[]> {
  const wanted = new Set(own.flatMap((name) => [...skeletonsOf(name)]));
  const isAlike = (name: string) => [...skeletonsOf(name)].some((skeleton) => wanted.has(skeleton));
  const found = new Map<string, SimilarName>();
  for (const [at, one] of others.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    for (const name of namesOf(one)) if (isAlike(name.name)) found.set(JSON.stringify(name), name);
    if (found.size >= MOST) break;
  }
  return [...found.values()].slice(0, MOST);
}

function namesOf({ clientId, name, pendingName, developer }: AppNames): SimilarName[] {
  const ofApp = [name, pendingName ?? name].map((one) => ({ name: one, clientId, accountId: null }));
  return developer === null ? ofApp : [...ofApp, { name: developer.name, clientId: null, accountId: developer.id }];
}
