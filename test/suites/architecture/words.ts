import { parseSync } from "oxc-parser";
import { type Node, visit } from "./imports.ts";

/** Words that are not used here, with the term to use. They match whole words, also within identifiers in camel case. */
const WORDS: readonly (readonly [words: string, use: string])[] = [
  ["whoever|whomever", "name the role"],
  ["nobody|somebody|anybody|everybody", "name the role, or use the passive"],
  ["told", "returned, reported, notified"],
  ["hears", "receives"],
  ["news", "events, result"],
  ["patience|patient|patiently|impatient", "timeout"],
  ["complaint|complaints", "error"],
  ["oddity|bystander|lookout|lookouts", "name the condition or the role"],
  ["abreast", "concurrency"],
  ["crowd|crowds", "adaptive delay"],
  ["gather|gathers|gathered|gatherer", "batch"],
  ["desk|desks", "page router"],
  ["tell once|tellonce", "flash"],
  ["judge|judges|judged|judging", "check, validate, decide"],
  ["walk(?! through)|walks|walked|walking", "scenario, scan, traverse"],
  ["way on", "recovery link"],
  ["surroundings", "context"],
  ["hear|deaf|others hear", "sync, unresponsive"],
  ["even pace|bad news|good news", "response-time padding, rejection"],
  ["at hand", "available"],
  ["take apart|takes apart", "retry individually"],
];
const FORBIDDEN = WORDS.map(([words, use]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, "i"),
  use,
}));
/** A sentence whose subject is a relative clause, such as "What is revoked stays so." Questions are allowed. */
const CLAUSE_SUBJECT = /(?:^|[.:;] )(?:What|Who|Whom|Whose) (?![^.]*\?)/;

interface Text {
  line: number;
  text: string;
  /** Names in camel case are split into words. */
  kind: "prose" | "comment" | "name";
}

/**
 * The forbidden words in a file, each as a sentence. In a test file, only titles, comments and names count. `file` is relative to the
 * repository.
 */
export function findForbiddenWords(file: string, source: string): string[] {
  return textsOf(file, source).flatMap(({ line, text, kind }) => {
    const words = kind === "name" ? text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replaceAll("_", " ") : text;
    const found = FORBIDDEN.flatMap(({ pattern, use }) => {
      const [word] = pattern.exec(words) ?? [];
      return word === undefined ? [] : [`${file}:${line}: "${word}" is not used here; write ${use}.`];
    });
    if (kind !== "comment" || !CLAUSE_SUBJECT.test(text)) return found;
    return [...found, `${file}:${line}: a sentence starts with "What" or "Who"; make a noun its subject.`];
  });
}

function textsOf(file: string, source: string): Text[] {
  if (file.endsWith(".md")) return proseOf(source);
  if (file.endsWith(".proto"))
    return linesOf(source, "comment").map((text) => ({ ...text, text: text.text.replace(/^\s*\/\/ ?/, "") }));
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  return file.startsWith("test/") ? testTextsOf(file, source, lineOf) : codeOf(file, source, lineOf);
}

const linesOf = (source: string, kind: Text["kind"]): Text[] =>
  source.split("\n").map((text, at) => ({ line: at + 1, text, kind }));

/** Markdown without code: old names may be quoted there. */
function proseOf(source: string): Text[] {
  const code = /^```[\s\S]*?^```$|`[^`\n]*`/gm;
  return linesOf(
    source.replace(code, (match) => match.replace(/[^\n]/g, "")),
    "prose",
  );
}

type LineOf = (offset: number) => number;

function codeOf(file: string, source: string, lineOf: LineOf): Text[] {
  const { program, comments } = parseSync(file, source);
  const texts = commentsOf(comments, lineOf);
  visit(program, (node) => {
    const text = literalOf(node);
    if (text !== null && /\s/.test(text)) texts.push({ line: lineOf(node.start), text, kind: "prose" });
    if (isName(node)) texts.push({ line: lineOf(node.start), text: String(node.name), kind: "name" });
  });
  return texts;
}

const commentsOf = (comments: readonly { start: number; value: string }[], lineOf: LineOf): Text[] =>
  comments.map(({ start, value }) => ({
    line: lineOf(start),
    text: value.replace(/\s*\n\s*\*? ?/g, " ").replace(/^[\s*]+/, ""),
    kind: "comment",
  }));

function testTextsOf(file: string, source: string, lineOf: LineOf): Text[] {
  const { program, comments } = parseSync(file, source);
  const texts = commentsOf(comments, lineOf);
  visit(program, (node) => {
    const title =
      node.type === "CallExpression" && /^(describe|it|test)$/.test(calledName(node.callee))
        ? (node.arguments as Node[])[0]
        : node.type === "Property" && (node.key as { name?: string }).name === "name"
          ? (node.value as Node)
          : undefined;
    const text = title === undefined ? null : literalOf(title);
    if (text !== null) texts.push({ line: lineOf(node.start), text, kind: "prose" });
    if (isName(node)) texts.push({ line: lineOf(node.start), text: String(node.name), kind: "name" });
  });
  return texts;
}

const isName = ({ type }: Node) => type === "Identifier" || type === "PrivateIdentifier";

/** The name of the called function: `it` for `it`, `it.each` and `it.each([])`. */
function calledName(node: unknown): string {
  const { type, name, object, callee } = node as Node;
  if (type === "Identifier") return String(name);
  return object || callee ? calledName(object ?? callee) : "";
}

function literalOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  return (node.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? "").join("…");
}
