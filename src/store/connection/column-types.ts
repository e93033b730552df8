import pg from "pg";

/** The type id of `text[]`. */
const TEXT_ARRAY = 1009;
/** The maximum number of cached lists. Their number is that of distinct scope combinations. */
const MAX_CACHED = 1_000;

type Parser = (text: string) => unknown;

/**
 * The parsers of the token statements: the driver's, but with cached scope lists. A row has up to five mostly equal lists, and parsing
 * them caused a third of the garbage of an introspection. Equal lists share one frozen array.
 */
export function createColumnTypes(maxCached = MAX_CACHED): pg.CustomTypesConfig {
  const readLists = cached(pg.types.getTypeParser(TEXT_ARRAY as never, "text") as Parser, maxCached);
  return {
    getTypeParser: ((id: number, format?: "text") =>
      id === TEXT_ARRAY && format === "text" ? readLists : pg.types.getTypeParser(id, format)) as never,
  };
}

function cached(parse: Parser, maxCached: number): Parser {
  let known = new Map<string, unknown>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    if (known.size >= maxCached) known = new Map();
    const list = Object.freeze(parse(text));
    known.set(text, list);
    return list;
  };
}
