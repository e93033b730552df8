import type { Html } from "../../components/html.ts";
import { type Element, findElement, hasClass, type Node, parseMarkup, textOf } from "./elements.ts";
import { inlineOf } from "./inline.ts";
import { tableOf } from "./table.ts";

/** Controls of the page, which have no content of their own. */
const SKIPPED_TAGS = new Set(["button", "caption", "form", "nav"]);
const SKIPPED_CLASSES = ["docs-app", "endpoint-try"];
const BLOCK_TAGS = new Set([
  "h1",
  "h2",
  "h3",
  "p",
  "ul",
  "ol",
  "dl",
  "table",
  "pre",
  "details",
  "section",
  "div",
  "svg",
]);

/** The text of a page as Markdown. Links have the origin of the platform. @param origin PUBLIC_URL */
export function toMarkdown(body: Html, origin: string): string {
  return `${blocksOf(parseMarkup(body.toString()), origin).join("\n\n")}\n`;
}

const isControl = (element: Element) =>
  SKIPPED_TAGS.has(element.tag) || SKIPPED_CLASSES.some((name) => hasClass(element, name));
const isBlock = (node: Node) => typeof node !== "string" && BLOCK_TAGS.has(node.tag);

/** The blocks of Markdown, without empty ones. Text between blocks is a paragraph. */
function blocksOf(nodes: readonly Node[], origin: string): string[] {
  const blocks: string[] = [];
  let run: Node[] = [];
  const endRun = () => {
    blocks.push(inlineOf(run, origin));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      endRun();
      blocks.push(...blockOf(node as Element, origin));
    }
  }
  endRun();
  return blocks.filter((block) => block !== "");
}

function blockOf(element: Element, origin: string): string[] {
  const { tag, children } = element;
  if (isControl(element)) return [];
  const inline = () => inlineOf(children, origin);
  switch (tag) {
    case "h1":
    case "h2":
    case "h3":
      return [`${"#".repeat(Number(tag.slice(1)))} ${inline()}`];
    case "p":
      return [hasClass(element, "notice") ? `> ${inline()}` : inline()];
    case "ul":
    case "ol":
      return [listOf(element, origin)];
    case "dl":
      return hasClass(element, "error-codes") ? blocksOf(children, origin) : [definitionsOf(element, origin)];
    case "table":
      return [tableOf(element, origin)];
    case "pre":
      return [fenceOf(element)];
    case "svg":
      return [element.attributes["aria-label"] ?? ""];
    case "details":
      return detailsOf(element, origin);
    default:
      if (hasClass(element, "sample-bar")) return [barOf(element, origin)];
      return hasClass(element, "error-code") ? errorCodeOf(element, origin) : blocksOf(children, origin);
  }
}

function listOf({ tag, children }: Element, origin: string): string {
  const items = children.filter((node) => typeof node !== "string") as Element[];
  return items
    .map((item, at) => {
      const text = blocksOf(item.children, origin)
        .map((block) => block.replace(/^#+ (.*)/, "**$1**"))
        .join("\n\n");
      const start = tag === "ol" ? `${at + 1}.` : "-";
      return `${start} ${text.replaceAll(/\n(?!\n)/g, `\n${" ".repeat(start.length + 1)}`)}`;
    })
    .join("\n");
}

/** Names and their texts, one list item each. */
function definitionsOf({ children }: Element, origin: string): string {
  return (children.filter((node) => typeof node !== "string") as Element[])
    .map((group) => {
      const parts = group.children.filter((node) => typeof node !== "string") as Element[];
      const [name = "", ...texts] = parts.map((part) => inlineOf(part.children, origin));
      return `- ${name}: ${texts.join(" ")}`;
    })
    .join("\n");
}

function errorCodeOf({ children }: Element, origin: string): string[] {
  const [name, ...texts] = children.filter((node) => typeof node !== "string") as Element[];
  const blocks = texts.flatMap((text) => blocksOf(text.children, origin));
  return [`### ${inlineOf(name!.children, origin)}`, ...blocks];
}

/** Content that is folded on the page is open. The summary is a title, except above a sample, which has its own. */
function detailsOf(element: Element, origin: string): string[] {
  const [summary, ...rest] = element.children.filter((node) => typeof node !== "string") as Element[];
  const content = blocksOf(rest, origin);
  const isNamed = hasClass(element, "docs-event") || hasClass(element, "fields-more");
  if (!isNamed) return content;
  const title = inlineOf(summary!.children, origin);
  return [hasClass(element, "docs-event") ? `#### ${title}` : `**${title}**`, ...content];
}

/** The title of a sample and its status, without the choice of the language. */
function barOf({ children }: Element, origin: string): string {
  const title = inlineOf(
    children.filter((node) => typeof node === "string" || !isControl(node)),
    origin,
  );
  return title === "" ? "" : `**${title}**`;
}

/** A sample. The fence is longer than any row of backticks in it. */
function fenceOf(element: Element): string {
  const code = findElement(element.children, ({ tag }) => tag === "code") ?? element;
  const text = textOf(code);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([row]) => row.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${element.attributes["data-syntax"] ?? ""}\n${text}\n${fence}`;
}
