const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** A sample as a reader copies it from a page. @param id of its `code` element */
export function codeOn(html: string, id: string): string {
  const [, code] = new RegExp(`<code id="${id}">([\\s\\S]*?)</code>`).exec(html) ?? [];
  if (code === undefined) throw new Error(`the page has no sample ${id}`);
  const text = code.replaceAll(/<[^>]*>/g, "");
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
}
