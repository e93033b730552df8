import { posix } from "node:path";
import { COMPOSITION_ROOT, type ImportRule, MODULES } from "./import-rules.ts";
import { type Reference, readReferences } from "./imports.ts";

/** The forbidden imports of one file, each as a sentence. `file` is relative to `src`. */
export function findForbiddenImports(file: string, source: string): string[] {
  if (isWithin(file, COMPOSITION_ROOT)) return [];
  const module = moduleOf(file);
  if (module === null)
    return [
      `src/${file} belongs to no module: move it, or add the module to test/suites/architecture/import-rules.ts.`,
    ];
  return readReferences(file, source).flatMap((reference) => checkReference({ file, module }, reference));
}

function checkReference({ file, module }: { file: string; module: string }, reference: Reference): string[] {
  const { specifier, typeOnly } = reference;
  if (specifier === null) return [`src/${file} computes an import path, which this check cannot follow.`];
  const target = targetOf(file, specifier);
  const rule = MODULES[module]!;
  if (target.kind === "inside" && isWithin(target.path, module)) return [];
  if (isAllowed(rule, target, typeOnly)) return [];
  return [
    `src/${file} imports ${typeOnly ? "types of " : ""}${target.path}, which ${module} may not: ${rule.why}. It may import ${listOf(rule)}.`,
  ];
}

interface Target {
  kind: "inside" | "package" | "node";
  path: string;
}

function targetOf(file: string, specifier: string): Target {
  if (specifier.startsWith("node:")) return { kind: "node", path: specifier };
  if (!specifier.startsWith(".")) return { kind: "package", path: specifier };
  return { kind: "inside", path: posix.join(posix.dirname(file), specifier).replace(/^\.\.\//, "") };
}

function isAllowed(rule: ImportRule, { kind, path }: Target, typeOnly: boolean): boolean {
  const matches = (names: readonly string[] = []) => names.some((name) => isWithin(path, name));
  if (kind === "node") return rule.node === "all" || rule.node.includes(path.slice("node:".length));
  if (kind === "package") return matches(rule.packages) || (typeOnly && matches(rule.packageTypes));
  if (typeOnly && matches(rule.ourTypes)) return true;
  return matches(rule.ours) && (typeOnly || !matches(rule.never));
}

const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}/`);

function moduleOf(file: string): string | null {
  const names = Object.keys(MODULES).filter((name) => isWithin(file, name));
  return names.sort((a, b) => b.length - a.length)[0] ?? null;
}

function listOf({ ours, ourTypes = [], packages, packageTypes = [], node }: ImportRule): string {
  const types = [...ourTypes, ...packageTypes].map((name) => `types of ${name}`);
  const nodes = node === "all" ? ["Node"] : node.map((name) => `node:${name}`);
  return [...ours, ...packages, ...types, ...nodes].join(", ") || "nothing outside itself";
}
