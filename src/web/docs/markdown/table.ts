import type { Element, Node } from "./elements.ts";
import { inlineOf } from "./inline.ts";

/** A table. Bars are escaped, because a bar ends a cell. */
export function tableOf(table: Element, origin: string): string {
  const rows = elementsOf(table.children, "tr").map((row) => {
    const cells = row.children.filter((node) => typeof node !== "string") as Element[];
    return `| ${cells.map(({ children }) => inlineOf(children, origin).replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  });
  const columns = elementsOf(table.children, "th").length;
  return [rows[0], `|${" --- |".repeat(columns)}`, ...rows.slice(1)].join("\n");
}

/** All elements with a tag, at any depth. */
function elementsOf(nodes: readonly Node[], tag: string): Element[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    return node.tag === tag ? [node] : elementsOf(node.children, tag);
  });
}
