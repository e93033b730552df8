import pg from "pg";

/** The type id of `text[]`. */
const TEXT_ARRAY = 1009;
/** The maximum number of cached lists. Each distinct combination of scopes is one list. */
const MAX_CACHED = 1_000;

type Parser = (text: string) => unknown;

/**
 * The parsers of the driver for the token statements, with a cache for scope lists: equal lists share one frozen array. A row has up to
 * five mostly equal lists, and parsing them caused a third of the garbage of an introspection.
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
