import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseSync } from "oxc-parser";
import { type Node, visit } from "../../architecture/imports.ts";
import { citedIn } from "./requirement.ts";

/** A title as written in the source of a test, with placeholders for the values of a table or a variable. */
export interface Title {
  text: string;
  /** The folder of the file, by `folderOf`. */
  folder: string;
  file: string;
}

const CALLS = new Set(["describe", "it", "test"]);

/** Every title of every test, and every text that begins with a citation, because a table makes such a text a title. */
export function readTitles(root = "test"): Title[] {
  return globSync("**/*.ts", {
    cwd: root,
    exclude: ["suites/conformance/document/**", "suites/conformance/document.test.ts", "suites/mutants/**"],
  })
    .sort()
    .flatMap((file) => titlesOf(file, readFileSync(`${root}/${file}`, "utf8")));
}

export function titlesOf(file: string, source: string): Title[] {
  const found = new Set<string>();
  visit(parseSync(file, source).program, (node) => {
    const text = textOf(node);
    if (text !== null && /^[A-Z]\d{1,2}[ ,;-]/.test(text) && citedIn(text).length > 0) found.add(text);
    if (node.type === "CallExpression" && CALLS.has(rootOf(node.callee))) {
      const title = textOf((node.arguments as unknown[])[0]);
      if (title !== null) found.add(title);
    }
  });
  return [...found].map((text) => ({ text, folder: folderOf(file), file }));
}

function textOf(node: unknown): string | null {
  const { type, value, quasis } = (node ?? {}) as Node;
  if (type === "Literal") return typeof value === "string" ? value : null;
  if (type !== "TemplateLiteral") return null;
  return (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join("%s");
}

/** The folder of a file as the document names it: `conformance` for `suites/conformance/x.test.ts`, `store` for all of `unit/store`. */
export function folderOf(file: string): string {
  return dirname(file)
    .replace(/^(suites|unit)\//, "")
    .replace(/^(rpc|store)\/.*/, "$1");
}

/** The name of the called function: `it` for `it`, `it.each` and `it.each([])`. */
function rootOf(node: unknown): string {
  const { type, name, object, callee, tag } = (node ?? {}) as Node;
  if (type === "Identifier") return String(name);
  return type === undefined ? "" : rootOf(object ?? callee ?? tag);
}

/** A pattern that matches the names that a title gets when its tests run. */
export function patternOf({ text }: Pick<Title, "text">): RegExp {
  const open = /%[sidfjo#]|\$[\w.]+/g;
  const parts = text.split(open).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[\\s\\S]*"));
}
