import pg from "pg";

/** Of `text[]`. */
const TEXT_ARRAY = 1009;
/** Different lists that are kept. There are as many as there are ways to ask for scopes; where somebody has more, they are read anew. */
const MOST = 1_000;

type Parser = (text: string) => unknown;

/**
 * How the columns of the token statements are read: as the driver does, but for lists of scopes. Every row brings up to five of them, hardly two
 * of which differ, and reading them made a third of the garbage of an introspection. Equal ones are the same array, which nobody can change.
 */
export function createColumnTypes(most = MOST): pg.CustomTypesConfig {
  const readLists = remembering(pg.types.getTypeParser(TEXT_ARRAY as never, "text") as Parser, most);
  return {
    getTypeParser: ((id: number, format?: "text") =>
      id === TEXT_ARRAY && format === "text" ? readLists : pg.types.getTypeParser(id, format)) as never,
  };
}

function remembering(parse: Parser, most: number): Parser {
  let known = new Map<string, unknown>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known = new Map();
    const list = Object.freeze(parse(text));
    known.set(text, list);
    return list;
  };
}
