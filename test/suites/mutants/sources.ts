import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Declaration, findDeclarations, type SourceFile } from "./locate.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** The maximum of test files with a title. Short titles would match many. */
const MOST_FILES = 2;

const readFiles = (pattern: string): SourceFile[] =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

export function readDeclarations(): Declaration[] {
  return findDeclarations(readFiles("src/**/*.{ts,tsx}"));
}

/** The test files that contain each title. @throws Error for a title that no file or too many files contain */
export function findTestFiles(titles: readonly string[]): Map<string, string[]> {
  const files = readFiles("test/{unit,suites}/**/*.test.ts");
  return new Map(
    titles.map((title) => {
      const found = files.filter(({ text }) => containsWord(text, title)).map(({ path }) => path);
      if (found.length === 0 || found.length > MOST_FILES)
        throw new Error(`the test title "${title}" occurs in ${found.length} test files`);
      return [title, found];
    }),
  );
}

/** True if the text contains the words, but not in the middle of a word: SIGUSR2 does not contain "R2". */
function containsWord(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}
