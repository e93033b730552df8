import { posix } from "node:path";
import { type Reference, readReferences } from "./imports.ts";
import { COMPOSITION_ROOT, type Doors, ROOMS } from "./table.ts";

/** Each forbidden arrow of one file, as a sentence. `file` is relative to `src`. */
export function judgeFile(file: string, source: string): string[] {
  if (COMPOSITION_ROOT.some((part) => isWithin(file, part))) return [];
  const room = roomOf(file);
  if (room === null)
    return [
      `src/${file} stands in no room of docs/architecture.md; move it into one, or add the room to test/suites/architecture/table.ts.`,
    ];
  return readReferences(file, source).flatMap((reference) => judgeArrow({ file, room }, reference));
}

function judgeArrow({ file, room }: { file: string; room: string }, reference: Reference): string[] {
  const { specifier, typeOnly } = reference;
  if (specifier === null) return [`src/${file} computes what it imports, so nobody can tell which room it enters.`];
  const target = targetOf(file, specifier);
  const doors = ROOMS[room]!;
  if (target.kind === "inside" && isWithin(target.path, room)) return [];
  if (isOpen(doors, target, typeOnly)) return [];
  return [
    `src/${file} imports ${typeOnly ? "types of " : ""}${target.path}, which ${room} may not: ${doors.why}. It may import ${listOf(doors)}.`,
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

function isOpen(doors: Doors, { kind, path }: Target, typeOnly: boolean): boolean {
  const matches = (names: readonly string[] = []) => names.some((name) => isWithin(path, name));
  if (kind === "node") return doors.node === "all" || doors.node.includes(path.slice("node:".length));
  if (kind === "package") return matches(doors.packages) || (typeOnly && matches(doors.packageTypes));
  if (typeOnly && matches(doors.ourTypes)) return true;
  return matches(doors.ours) && (typeOnly || !matches(doors.never));
}

const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}/`);

function roomOf(file: string): string | null {
  const names = Object.keys(ROOMS).filter((name) => isWithin(file, name));
  return names.sort((a, b) => b.length - a.length)[0] ?? null;
}

function listOf({ ours, ourTypes = [], packages, packageTypes = [], node }: Doors): string {
  const types = [...ourTypes, ...packageTypes].map((name) => `types of ${name}`);
  const nodes = node === "all" ? ["Node"] : node.map((name) => `node:${name}`);
  return [...ours, ...packages, ...types, ...nodes].join(", ") || "nothing outside itself";
}
