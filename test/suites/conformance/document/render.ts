import type { Evidence } from "./evidence.ts";
import type { Chapter, Requirement } from "./requirement.ts";

export interface Row {
  requirement: Requirement;
  evidence: Evidence[];
}

const HEAD = `# Conformance

What is demanded, where it is written, which tests show it, and how they went. Made by \`npm run conformance\` from the tests' own reports: a
test shows a requirement by citing its id in its title, or, for what the RFCs demand, by the ids and titles that the row names
(\`test/suites/conformance/document\`). \`npm test\` holds this page to the tests. What Latchkey does differently from an RFC, and what it chose where one
leaves a choice, is in [rfc-choices.md](rfc-choices.md).
`;

/** The document. @param notes what is added by hand, in Markdown */
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
  return `${[HEAD, summary, ...sections, notes.trim()].join("\n\n").trim()}\n`;
}

/** By id, of the rows that are written already: what rests on others comes after them. */
type Results = Map<string, string>;

function lineOf(row: Row, results: Results): string {
  const { id, says, section } = row.requirement;
  results.set(id, resultOf(row, results));
  return `| ${[id, shown(says), section, testsOf(row), results.get(id)].join(" | ")} |`;
}

/** passed, failed, explained (no test, for a reason), or open. */
function resultOf({ requirement: { why, by = [] }, evidence }: Row, results: Results): string {
  const others = by.flatMap((part) => results.get(part) ?? []);
  if (evidence.some(({ passed }) => !passed) || others.includes("failed")) return "failed";
  if (others.includes("open")) return "open";
  if (evidence.length > 0 || others.length > 0) return "passed";
  return why === undefined ? "open" : "explained";
}

function testsOf({ requirement: { why, by = [] }, evidence }: Row): string {
  const others = by.filter((part) => /^[A-Z]\d{1,2}$/.test(part));
  const folders = [...new Set(evidence.map(({ folder }) => folder))];
  const cells = folders.map((folder) => {
    const tests = evidence
      .filter((one) => one.folder === folder)
      .map(({ test, passed }) => `${passed ? "" : "FAILED "}${shown(test)}`);
    return `**${folder}**<br>${tests.join("<br>")}`;
  });
  return [others.join(", "), ...cells, why ?? ""].filter((cell) => cell !== "").join("<br>");
}

/** Control characters and markup of a title are shown, not meant. */
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

/** The evidence of a line that `lineOf` wrote; null for any other line. */
export function evidenceOf(line: string): { id: string; evidence: Evidence[] } | null {
  const [id = "", , , tests = "", result] = line.slice(2, -2).split(" | ");
  if (!line.startsWith("| ") || result === undefined || id === "id") return null;
  const evidence: Evidence[] = [];
  let folder = "";
  for (const cell of tests.split("<br>")) {
    const heading = /^\*\*(.+)\*\*$/.exec(cell);
    if (heading !== null) folder = heading[1]!;
    else if (folder !== "")
      evidence.push({ folder, test: meant(cell.replace(/^FAILED /, "")), passed: !cell.startsWith("FAILED ") });
  }
  return { id, evidence };
}

function meant(text: string): string {
  return text
    .replaceAll("&#96;", "`")
    .replaceAll("&#95;", "_")
    .replaceAll("&#42;", "*")
    .replaceAll("&#124;", "|")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
