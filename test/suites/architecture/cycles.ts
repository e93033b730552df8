import { posix } from "node:path";
import { readReferences } from "./imports.ts";

/** Groups of files that import each other, types included; `sources` maps paths to texts. Tarjan's strongly connected components. */
export function findCycles(sources: ReadonlyMap<string, string>): string[] {
  const graph = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) cycles.push(component.sort().join(", "));
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

function importsOf(file: string, source: string): string[] {
  return readReferences(file, source)
    .filter(({ specifier }) => specifier?.startsWith("."))
    .map(({ specifier }) => posix.join(posix.dirname(file), specifier!));
}
