import { hasClass, type Node, textOf } from "./elements.ts";

/** Characters with a meaning in Markdown that texts of the documentation use. */
const SPECIAL = /[\\*<[\]]/g;

/** Text with names in code, emphasis and links. White space is one space. */
export function inlineOf(nodes: readonly Node[], origin: string): string {
  return nodes
    .map((node) => partOf(node, origin))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function partOf(node: Node, origin: string): string {
  if (typeof node === "string") return node.replaceAll(SPECIAL, String.raw`\$&`);
  const { tag, attributes, children } = node;
  const text = () => inlineOf(children, origin);
  switch (tag) {
    case "button":
    case "nav":
    case "wbr":
      return "";
    case "br":
      return " · ";
    case "code":
      return codeOf(textOf(node));
    case "strong":
      return text() === "" ? "" : `**${text()}**`;
    case "em":
      return `*${text()}*`;
    case "a": {
      const href = attributes.href ?? "";
      return href.startsWith("#") || hasClass(node, "anchor") ? text() : `[${text()}](${new URL(href, origin).href})`;
    }
    case "div":
    case "p":
      return ` ${text()} `;
    default:
      return children.map((child) => partOf(child, origin)).join("");
  }
}

function codeOf(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
