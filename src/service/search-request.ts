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

interface SearchedField<Sort> {
  prefix: string | null;
  /** The name of the field with the prefix. */
  field: string;
  order: Sort;
  filters?: Readonly<Record<string, unknown>>;
}

/**
 * The search of a request; null if the request has no search, order or filter.
 * @param prefix the prefix filter of the list, which excludes a search
 * @param filters the other filters that exclude `prefix`, by the names of their fields
 * @throws RequestError INVALID
 */
export function readSearch<Sort extends string>(
  { search = null, sort = null, descending = false }: SearchRequest<Sort>,
  { prefix, field, order, filters = {} }: SearchedField<Sort>,
): { search: string | null; sort: Sort; descending: boolean } | null {
  const isFiltered = Object.values(filters).some((value) => value !== null);
  const isSearch = search !== null || sort !== null || isFiltered;
  const prefixed = prefix !== null && prefix !== "" && isSearch;
  const others = ["search", "sort", ...Object.keys(filters)].join(", ").replace(/, (?=[^,]*$)/, " or ");
  requireNoViolations([
    ...violation(field, prefixed ? `${field} cannot be combined with ${others}.` : null),
    ...violation("descending", descending && sort === null ? "descending requires sort." : null),
  ]);
  return isSearch ? { search: search && toSearchText(search), sort: sort ?? order, descending } : null;
}

const MARKS = /[\u0300-\u036f]+/g;

/** A typed text with as many characters as a reader sees. Names are found without their diacritics, see `fold_name`. */
export function toSearchText(text: string): string {
  return text.normalize("NFC").replaceAll(MARKS, "");
}

/** In characters. No name and no e-mail address is longer. */
const MAX_SEARCH = 320;

/** False if no name can contain the text, which PostgreSQL might even reject with an error. */
export function isSearchable(text: string | null): boolean {
  return text === null || (text.length <= MAX_SEARCH && text.isWellFormed() && !text.includes("\0"));
}
