import { type Evidence, isTitle } from "./evidence.ts";
import { citedIn, type Requirement } from "./requirement.ts";
import { patternOf, type Title } from "./titles.ts";

/** The titles in the source that show a requirement. */
export function titlesFor({ id, by = [] }: Requirement, titles: readonly Title[]): Title[] {
  return titles.filter(
    ({ text }) => citedIn(text).includes(id) || by.some((part) => isTitle(part) && text.includes(part)),
  );
}

/** Whether a test that the document names is still one of the source's. */
export function isStanding({ test, folder }: Evidence, requirement: Requirement, titles: readonly Title[]): boolean {
  const own = titlesFor(requirement, titles).filter((title) => title.folder === folder);
  return own.some((title) => patternOf(title).test(test) || isCutShort(test, title));
}

/** Vitest writes the first 40 characters of a name that a table gives, and an ellipsis. */
function isCutShort(test: string, { text }: Title): boolean {
  const kept = test.split("…").slice(0, -1);
  return kept.some((head) => head.length >= SHORTEST && head.endsWith(text.slice(0, CUT)));
}

const CUT = 39;
const SHORTEST = 39;
