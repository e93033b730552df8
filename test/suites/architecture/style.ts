import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { type Node, visit } from "./imports.ts";

const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 60;
/** The rule is three, and a record beyond that. This check allows a fourth for exceptions. */
const MOST_PARAMETERS = 4;
const EMPTY_WORDS = ["Manager", "Helper", "Helpers", "Util", "Utils", "Common", "Base", "Abstract", "Impl"];
const DRAWERS = ["lib", "shared", "common", "utils", "helpers"];
/** Clock, randomness, I/O and process. A business rule that uses one of these depends on more than its arguments. */
const IMPURE = [
  "Date",
  "performance",
  "crypto",
  "process",
  "console",
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
];

/** The deviations of a source file from the rules of docs/architecture.md, each as a sentence. `file` is relative to `src`. */
export function checkStyle(file: string, source: string): string[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  const faults = [...checkPath(file), ...checkNames(program)];
  const lines = source.trimEnd().split("\n").length;
  if (lines > LONGEST_FILE) faults.push(`has ${lines} lines, more than ${LONGEST_FILE}: has it become two?`);
  if (isBarrel(program)) faults.push("only passes on what others export: import from where things are.");
  if (comments.some(({ value }) => /\b(TODO|FIXME|XXX)\b/.test(value)))
    faults.push("has a TODO: do it, or open an issue.");
  visit(program, (node) => {
    if (!isFunction(node)) return;
    const first = lineOf(node.start);
    const size = lineOf(node.end) - first + 1;
    if (size > LONGEST_FUNCTION)
      faults.push(`line ${first}: a function of ${size} lines, more than ${LONGEST_FUNCTION}.`);
    if (parametersOf(node) > MOST_PARAMETERS) {
      faults.push(`line ${first}: more than ${MOST_PARAMETERS} parameters, take a record.`);
    }
  });
  if (file.startsWith("oauth/"))
    faults.push(...checkPurity(program).map((name) => `uses ${name}: rules take time, chance and outcome as facts.`));
  return faults.map((fault) => `src/${file} ${fault}`);
}

function checkPath(file: string): string[] {
  const faults: string[] = [];
  const name = posix.basename(file).replace(/(\.(en|de))?\.tsx?$/, "");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) faults.push("is not named in kebab-case.");
  if (name === "index") faults.push("is called index: name it after what it does.");
  const drawers = file.split("/").filter((part) => DRAWERS.includes(part.replace(/\.tsx?$/, "")));
  if (drawers.length > 0) faults.push(`lies in a drawer (${drawers.join(", ")}): name what it is about.`);
  const words = name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [...faults, ...emptyWords(words).map((word) => `says ${word} in its name, which says nothing.`)];
}

const DECLARATIONS = [
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "VariableDeclarator",
];

function checkNames(program: unknown): string[] {
  const faults: string[] = [];
  visit(program, (node) => {
    const name = DECLARATIONS.includes(node.type) ? (node.id as { name?: string } | null)?.name : undefined;
    if (name === undefined) return;
    const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
    for (const word of emptyWords(words)) faults.push(`declares ${name}: ${word} says nothing.`);
    if (node.type === "TSInterfaceDeclaration" && /^I[A-Z]/.test(name))
      faults.push(`declares ${name}: no I before interfaces.`);
  });
  return faults;
}

const emptyWords = (words: readonly string[]): string[] => words.filter((word) => EMPTY_WORDS.includes(word));

function isBarrel(program: { body: Node[] } | { body: unknown[] }): boolean {
  const statements = program.body as Node[];
  return (
    statements.length > 0 &&
    statements.every(({ type, source }) => /^Export(All|Named)Declaration$/.test(type) && source)
  );
}

const isFunction = ({ type, body }: Node): boolean => /Function(Expression|Declaration)$/.test(type) && body !== null;

function parametersOf({ params }: Node): number {
  const list = Array.isArray(params) ? params : (params as { items?: unknown[] } | undefined)?.items;
  return list?.length ?? 0;
}

function checkPurity(program: unknown): string[] {
  const used = new Set<string>();
  visit(program, (node) => {
    const { object, property } = node as { object?: { name?: string }; property?: { name?: string } };
    if (node.type === "MemberExpression" && object?.name === "Math" && property?.name === "random")
      used.add("Math.random");
    for (const [member, value] of Object.entries(node)) {
      const name =
        (value as { type?: string; name?: string } | null)?.type === "Identifier"
          ? (value as { name: string }).name
          : "";
      if (["object", "callee"].includes(member) && IMPURE.includes(name)) used.add(name);
    }
  });
  return [...used];
}
