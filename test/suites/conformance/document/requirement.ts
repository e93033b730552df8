/** A requirement, in the words of this project. */
export interface Requirement {
  /** Cited by the tests that show it, as a word of their titles: a letter and a number. Of what an RFC demands: its number and section. */
  id: string;
  /** RFC and section. */
  section: string;
  says: string;
  /** Ids of other requirements, or parts of tests' titles, that show this one. */
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

/** Whether a part of `by` is text of a title, and not the id of another requirement. */
export function isTitle(part: string): boolean {
  return !/^[A-Z]\d{1,2}$/.test(part);
}

/** The ids that a title cites. "B1-B6" stands for both ends and all between. */
export function citedIn(title: string): string[] {
  const ranges = [...title.matchAll(/\b([A-Z])(\d{1,2})-\1(\d{1,2})\b/g)].flatMap(([, letter, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${letter}${Number(from) + at}`),
  );
  return [...new Set([...ranges, ...[...title.matchAll(CITATION)].map(([, id]) => id!)])];
}
