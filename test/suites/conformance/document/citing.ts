import { citedIn, isTitle, type Requirement } from "./requirement.ts";
import { folderOf, patternOf, type Title } from "./titles.ts";

/** True if a title cites the requirement, or contains a text of its `by`. */
export function showsRequirement({ id, by = [] }: Requirement, title: string): boolean {
  return citedIn(title).includes(id) || by.some((part) => isTitle(part) && title.includes(part));
}

/** The titles in the source that belong to a requirement. */
export function titlesFor(requirement: Requirement, titles: readonly Title[]): Title[] {
  return titles.filter(({ text }) => showsRequirement(requirement, text));
}

interface NamedTest {
  file: string;
  name: string;
}

/** The files that contain the title of a test: the test's own file, or else files of the same folder. */
export function sourcesOf(test: NamedTest, requirement: Requirement, titles: readonly Title[]): string[] {
  const matching = titlesFor(requirement, titles).filter(
    (title) =>
      title.folder === folderOf(test.file) && (patternOf(title).test(test.name) || isCutShort(test.name, title)),
  );
  const files = new Set(matching.map(({ file }) => file));
  return files.has(test.file) || files.size === 0 ? [test.file] : [...files];
}

/** Vitest cuts a value from a table off after 40 characters and adds an ellipsis. */
function isCutShort(name: string, { text }: Title): boolean {
  const kept = name.split("…").slice(0, -1);
  return kept.some((head) => head.length >= SHORTEST && head.endsWith(text.slice(0, CUT)));
}

const CUT = 39;
const SHORTEST = 39;
