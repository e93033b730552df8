import { foldVariant, variantsOf } from "../../model/name-skeletons.ts";

/** Different characters of two names that look alike. */
export interface Lookalike {
  reviewed: string;
  other: string;
}

/** A character with its marks, and its part of the skeleton. */
interface Unit {
  text: string;
  fold: string;
}

/**
 * Compares two names with a common skeleton, character by character. Returns the characters in which they differ, each pair once; null if
 * they have no common skeleton.
 */
export function findLookalikes(reviewed: string, other: string): Lookalike[] | null {
  const ofOther = new Map(readingsOf(other).map((units) => [skeletonOf(units), units]));
  for (const units of readingsOf(reviewed)) {
    const same = ofOther.get(skeletonOf(units));
    if (same !== undefined && units.length > 0) return differences(units, same);
  }
  return null;
}

/** The units of a name, once for each of its skeletons. */
function readingsOf(name: string): Unit[][] {
  const texts = name.match(/[^\p{M}\p{Cf}][\p{M}\p{Cf}]*|[\p{M}\p{Cf}]+/gu) ?? [];
  const folded = texts.map((text) => ({ text, folds: variantsOf(text).flatMap(foldVariant) }));
  const count = variantsOf("").flatMap(foldVariant).length;
  return Array.from({ length: count }, (_, at) =>
    folded.map(({ text, folds }) => ({ text, fold: folds[at] ?? "" })).filter(({ fold }) => fold !== ""),
  );
}

function skeletonOf(units: readonly Unit[]): string {
  return units.map(({ fold }) => fold).join("");
}

/** Pairs the shortest parts of both names whose folds are equal. One letter can look like two. */
function differences(reviewed: readonly Unit[], other: readonly Unit[]): Lookalike[] {
  const [left, right] = [reviewed.values(), other.values()];
  const found = new Map<string, Lookalike>();
  for (let [a, b] = [take(left), take(right)]; a && b; [a, b] = [take(left), take(right)]) {
    while (a.fold.length !== b.fold.length) {
      if (a.fold.length < b.fold.length) a = joined(a, take(left)!);
      else b = joined(b, take(right)!);
    }
    const isSame = a.text.toLowerCase() === b.text.toLowerCase();
    if (!isSame) found.set(JSON.stringify([a.text, b.text]), { reviewed: a.text, other: b.text });
  }
  return [...found.values()];
}

function take(units: Iterator<Unit>): Unit | undefined {
  return units.next().value;
}

function joined(first: Unit, second: Unit): Unit {
  return { text: first.text + second.text, fold: first.fold + second.fold };
}
