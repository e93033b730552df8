import { parseSync } from "oxc-parser";

/** A module that a file refers to. `specifier` is null for an `import()` with a computed specifier. */
export interface Reference {
  specifier: string | null;
  typeOnly: boolean;
}

/** Every module that a TypeScript source refers to: imports, re-exports, `import()` and `import("x")` types alike. */
export function readReferences(file: string, source: string): Reference[] {
  const { module, errors, program } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: isTypeStatement(entries),
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
    ),
  );
  return [...imports, ...exports, ...readComputed(program)];
}

/** An import statement without names runs the module, so it does not import types only. */
function isTypeStatement(entries: { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every(({ isType }) => isType);
}

function readComputed(program: unknown): Reference[] {
  const found: Reference[] = [];
  visit(program, (node) => {
    if (node.type === "ImportExpression") found.push({ specifier: literalOf(node.source), typeOnly: false });
    if (node.type === "TSImportType")
      found.push({ specifier: literalOf(node.source ?? node.argument), typeOnly: true });
  });
  return found;
}

function literalOf(node: unknown): string | null {
  const value = isNode(node) ? node.value : undefined;
  return typeof value === "string" ? value : null;
}

export interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** Calls `see` with each node of a syntax tree, parents first. */
export function visit(tree: unknown, see: (node: Node) => void): void {
  if (Array.isArray(tree)) {
    for (const member of tree) visit(member, see);
  } else if (isNode(tree)) {
    see(tree);
    for (const member of Object.values(tree)) visit(member, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
