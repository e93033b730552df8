/** The maximum number of characters of a query that count. */
export const QUERY_MAX = 100;
const TERMS_MAX = 8;

/** The words of a query, in lower case. Words of one character count only if there are no others. */
export function termsOf(query: string): string[] {
  const words = query.slice(0, QUERY_MAX).normalize().toLowerCase();
  const all = [...new Set(words.match(/[\p{L}\p{N}_]+(?:[:./-][\p{L}\p{N}_]+)*/gu) ?? [])];
  const longer = all.filter((word) => [...word].length > 1);
  return (longer.length > 0 ? longer : all).slice(0, TERMS_MAX);
}

/** The pattern of a term. A name in code also finds its words: `redirect_uri` finds "redirect URI". */
export function patternOf(term: string): string {
  return RegExp.escape(term).replaceAll("_", "[_ -]");
}
