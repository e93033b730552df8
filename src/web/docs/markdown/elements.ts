/** A part of markup: an element, or a text without entities. */
export type Node = Element | string;

export interface Element {
  tag: string;
  /** The values of its attributes; empty for one without a value. */
  attributes: Readonly<Record<string, string>>;
  children: Node[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const EMPTY_TAGS = new Set(["br", "hr", "img", "input", "wbr"]);
const PART = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|([^<]+)/gi;

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** The parts of well-formed markup. Relies on `html`, which escapes ">" in attributes. */
export function parseMarkup(markup: string): Node[] {
  const root: Element = { tag: "", attributes: {}, children: [] };
  const open = [root];
  for (const [, end, tag = "", attributes = "", text] of markup.matchAll(PART)) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push(decodeEntities(text));
    else if (end) open.length = Math.max(1, open.length - 1);
    else {
      const element = { tag: tag.toLowerCase(), attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (!EMPTY_TAGS.has(element.tag) && !attributes.endsWith("/")) open.push(element);
    }
  }
  return root.children;
}

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decodeEntities(value)]));
}

export function textOf(node: Node): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

export function hasClass({ attributes }: Element, name: string): boolean {
  return (attributes.class ?? "").split(" ").includes(name);
}

/** The first element inside a node, at any depth, that matches; null for none. */
export function findElement(nodes: readonly Node[], matches: (element: Element) => boolean): Element | null {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const found = matches(node) ? node : findElement(node.children, matches);
    if (found !== null) return found;
  }
  return null;
}
