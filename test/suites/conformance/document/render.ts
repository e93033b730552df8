import type { Evidence } from "./evidence.ts";
import { type Chapter, isTitle, type Requirement } from "./requirement.ts";

export interface Row {
  requirement: Requirement;
  evidence: Evidence[];
}

const HEAD = `# Conformance

This page lists the requirements of the OAuth RFCs that Latchkey is tested against. Each row has the section of the RFC, the files of the
tests, and the result. It is for reviewers of the protocol. \`npm run conformance\` writes the page from the test reports.

A test covers a requirement if its title contains the id of the requirement. A requirement of an RFC can also refer to other rows, or to
test titles that \`test/suites/conformance/document\` lists. A row is *explained* if it has a reason instead of a test, and *open* if it has
neither. \`npm test\` checks that each linked file still has such a test. [rfc-choices.md](rfc-choices.md) lists the divergences from
the RFCs and the choices that they leave open.
`;

/** Renders the document. @param notes the part that is written by hand, in Markdown */
export function render(chapters: readonly Chapter[], rowOf: (requirement: Requirement) => Row, notes: string): string {
  const results: Results = new Map();
  const sections = chapters.map(({ title, requirements }) => {
    const lines = requirements.map((requirement) => lineOf(rowOf(requirement), results));
    return [`## ${title}\n`, "| id | requirement | section | tests | result |", "|---|---|---|---|---|", ...lines].join(
      "\n",
    );
  });
  const count = (result: string) => [...results.values()].filter((one) => one === result).length;
  const summary = `${results.size} requirements: ${count("passed")} passed, ${count("failed")} failed, ${count("explained")} explained, ${count("open")} open.`;
  return `${[HEAD.trim(), summary, ...sections, notes.trim()].join("\n\n").trim()}\n`;
}

/** The results of the rows so far, by id. A row that refers to others comes after them. */
type Results = Map<string, string>;

function lineOf(row: Row, results: Results): string {
  const { id, says, section } = row.requirement;
  results.set(id, resultOf(row, results));
  return `| ${[id, shown(says), section, testsOf(row), results.get(id)].join(" | ")} |`;
}

/** The result: `passed`, `failed`, `explained` (there is a reason for having no test) or `open`. */
function resultOf({ requirement: { why, by = [] }, evidence }: Row, results: Results): string {
  const others = by.flatMap((part) => results.get(part) ?? []);
  if (evidence.some(({ passed }) => !passed) || others.includes("failed")) return "failed";
  if (others.includes("open")) return "open";
  if (evidence.length > 0 || others.length > 0) return "passed";
  return why === undefined ? "open" : "explained";
}

function testsOf({ requirement: { why, by = [] }, evidence }: Row): string {
  const others = by.filter((part) => !isTitle(part));
  const links = evidence.map(({ file, passed }) => `${passed ? "" : "FAILED "}[${labelOf(file)}](../test/${file})`);
  return [...others, ...links, why ?? ""].filter((cell) => cell !== "").join(", ");
}

/** The label of a file: `oauth/scope` for `unit/oauth/scope.test.ts`. */
function labelOf(file: string): string {
  return file.replace(/^(suites|unit)\//, "").replace(/(\.test)?\.ts$/, "");
}

/** Escapes control characters and Markdown. */
function shown(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("|", "&#124;")
    .replaceAll("*", "&#42;")
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, "&#95;")
    .replaceAll("`", "&#96;");
}

/** Reads the evidence from a line of `lineOf`; null for any other line. */
export function evidenceOf(line: string): { id: string; evidence: Evidence[] } | null {
  const [id = "", , , tests = "", result] = line.slice(2, -2).split(" | ");
  if (!line.startsWith("| ") || result === undefined || id === "id") return null;
  const links = tests.matchAll(/(FAILED )?\[[^\]]+\]\(\.\.\/test\/([^)]+)\)/g);
  return { id, evidence: [...links].map(([, failed, file]) => ({ file: file!, passed: failed === undefined })) };
}
