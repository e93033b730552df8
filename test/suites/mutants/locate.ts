import { parseSync } from "oxc-parser";
import { type Node, visit } from "../architecture/imports.ts";
import type { Change, Mutant } from "./mutant.ts";

export interface SourceFile {
  /** The path relative to the repository. */
  path: string;
  text: string;
}

export interface Declaration extends SourceFile {
  name: string;
  node: Node;
}

interface Edit {
  start: number;
  end: number;
  by: string;
}

const STATEMENTS = /^(If|Return|Expression|Throw|ForOf|For|While|Try)Statement$|^VariableDeclaration$/;

/** All declarations in the source files that a mutant can name. */
export function findDeclarations(files: readonly SourceFile[]): Declaration[] {
  return files.flatMap((file) => {
    const { program } = parseSync(file.path, file.text);
    const topLevel = new Set<unknown>(program.body.map((node) => ("declaration" in node ? node.declaration : node)));
    const found: Declaration[] = [];
    visit(program, (node) => {
      if (node.type === "VariableDeclaration") {
        for (const variable of node.declarations as (Node & { id: Node; init: Node | null })[])
          if (topLevel.has(node) || isFunction(variable.init))
            found.push({ ...file, name: String(variable.id.name), node });
        return;
      }
      const name = nameOf(node);
      if (name !== null) found.push({ ...file, name, node });
    });
    return found;
  });
}

function nameOf(node: Node): string | null {
  if (/^(FunctionDeclaration|ClassDeclaration)$/.test(node.type))
    return (node.id as { name: string } | null)?.name ?? null;
  if (node.type === "MethodDefinition" || (node.type === "Property" && isFunction(node.value as Node)))
    return (node.key as { name?: string }).name ?? null;
  return null;
}

const isFunction = (node: Node | null): boolean => /Function/.test(node?.type ?? "");

/** Removes the guard, and returns the changed file. @throws Error if the change applies nowhere or in several places */
export function mutate(declarations: readonly Declaration[], mutant: Mutant): SourceFile {
  const named = declarations.filter(({ name }) => name === mutant.in);
  if (named.length === 0) throw new Error(`${mutant.id}: src declares no ${mutant.in}`);
  const mutated = new Map<string, SourceFile>();
  const reasons: string[] = [];
  for (const declaration of named) {
    const edits = findEdits(declaration, mutant);
    if (typeof edits === "string") reasons.push(`${declaration.path}: ${edits}`);
    else
      mutated.set(declaration.path + JSON.stringify(edits), {
        path: declaration.path,
        text: applyEdits(declaration.text, edits),
      });
  }
  if (mutated.size === 1) return [...mutated.values()][0]!;
  throw new Error(`${mutant.id}: applies in ${mutated.size} places of ${mutant.in} (${reasons.join("; ")})`);
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, by }) => result.slice(0, start) + by + result.slice(end), text);
}

/** The edits, or the reason why there are none. */
function findEdits({ text, node }: Declaration, change: Change): Edit[] | string {
  if ("replace" in change) {
    const places = placesOf(text, node, change.replace);
    return places.length === 1 ? [{ ...places[0]!, by: change.by }] : `${change.replace} occurs ${places.length} times`;
  }
  const wanted = "drop" in change ? [change.drop].flat() : [change.condition];
  const nodes = "drop" in change ? statementsOf(node) : conditionsOf(node);
  const edits: Edit[] = [];
  for (const part of wanted) {
    const found = smallest(nodes, placesOf(text, node, part));
    if (typeof found === "string") return `${part} ${found}`;
    edits.push({ start: found.start, end: found.end, by: "drop" in change ? ";" : String(change.is) });
  }
  return edits;
}

/** The smallest node around every place of a text, if it is the same for all of them; otherwise the reason. */
function smallest(nodes: readonly Node[], places: readonly { start: number; end: number }[]): Node | string {
  const around = places
    .map(({ start, end }) => smallestOf(nodes.filter((node) => node.start <= start && node.end >= end)))
    .filter((node) => node !== undefined);
  const [first] = around;
  if (first === undefined) return "occurs in no such statement or condition";
  return around.every((node) => node === first) ? first : "occurs in several statements or conditions";
}

function smallestOf(nodes: readonly Node[]): Node | undefined {
  return nodes.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** The statements of a declaration. An `if` without `else` replaces its only statement. */
function statementsOf(declaration: Node): Node[] {
  const found: Node[] = [];
  const replaced = new Set<unknown>();
  visit(declaration, (node) => {
    if (node.type === "IfStatement" && node.alternate === null) {
      const only = node.consequent as Node & { body?: Node[] };
      replaced.add(only.body?.length === 1 ? only.body[0] : only);
    }
    if (STATEMENTS.test(node.type) && node !== declaration && !replaced.has(node)) found.push(node);
  });
  return found;
}

function conditionsOf(declaration: Node): Node[] {
  const found: Node[] = [];
  visit(declaration, (node) => {
    if (/^(IfStatement|ConditionalExpression|WhileStatement)$/.test(node.type)) found.push(node.test as Node);
    if (node.type === "LogicalExpression") found.push(node.left as Node, node.right as Node);
    if (node.type === "ReturnStatement" && node.argument !== null) found.push(node.argument as Node);
    if (node.type === "ArrowFunctionExpression" && node.expression === true) found.push(node.body as Node);
  });
  return found;
}

function placesOf(text: string, { start, end }: Node, part: string): { start: number; end: number }[] {
  const pattern = part
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");
  return [...text.slice(start, end).matchAll(new RegExp(pattern, "g"))].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}
