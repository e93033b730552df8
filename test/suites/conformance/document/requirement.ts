/** A requirement, in the words of this project. */
export interface Requirement {
  /** A letter and a number, which the titles of its tests cite. For a requirement of an RFC: the number and section of the RFC. */
  id: string;
  /** RFC and section. */
  section: string;
  says: string;
  /** The ids of other requirements, or parts of the titles of tests, that prove this requirement. */
  by?: readonly string[];
  /** The reason if there is no test. */
  why?: string;
}

/** A part of the document. */
export interface Chapter {
  title: string;
  requirements: readonly Requirement[];
}

/** The ids that a test title may cite. */
export const CITATION = /(?<![\w%#&:/-])([ABCIKLPRSTV]\d{1,2})(?![\w%:])/g;

/** True if an element of `by` is a part of a title; false if it is the id of another requirement. */
export function isTitle(part: string): boolean {
  return !/^[A-Z]\d{1,2}$/.test(part);
}

/** The ids that a title cites. "B1-B6" cites all ids from B1 to B6. */
export function citedIn(title: string): string[] {
  const ranges = [...title.matchAll(/\b([A-Z])(\d{1,2})-\1(\d{1,2})\b/g)].flatMap(([, letter, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${letter}${Number(from) + at}`),
  );
  return [...new Set([...ranges, ...[...title.matchAll(CITATION)].map(([, id]) => id!)])];
}
