import type { PageRequest } from "./page.ts";
import { requireNoViolations, violation } from "./violations.ts";

/** The fields of a list that can be searched and sorted. */
export interface SearchRequest<Sort extends string> {
  /** A part of the name. */
  search?: string | null;
  /** Null: the default order. */
  sort?: Sort | null;
  descending?: boolean;
  page: PageRequest;
}

/**
 * The search of a request; null if the request has neither search nor order.
 * @param prefix the prefix filter of the list, which excludes a search
 * @throws RequestError INVALID
 */
export function readSearch<Sort extends string>(
  { search = null, sort = null, descending = false }: SearchRequest<Sort>,
  { prefix, field, order }: { prefix: string | null; field: string; order: Sort },
): { search: string | null; sort: Sort; descending: boolean } | null {
  const prefixed = prefix !== null && prefix !== "" && (search !== null || sort !== null);
  requireNoViolations([
    ...violation(field, prefixed ? `${field} cannot be combined with search or sort.` : null),
    ...violation("descending", descending && sort === null ? "descending requires sort." : null),
  ]);
  return search === null && sort === null ? null : { search, sort: sort ?? order, descending };
}

/** In characters. No name and no e-mail address is longer. */
const MAX_SEARCH = 320;

/** False if no name can contain the text, which PostgreSQL might even reject with an error. */
export function isSearchable(text: string | null): boolean {
  return text === null || (text.length <= MAX_SEARCH && text.isWellFormed() && !text.includes("\0"));
}
