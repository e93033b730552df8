/** Texts of the search. */
export const en = {
  title: "Search",
  label: "Search the documentation",
  placeholder: "Search docs",
  submit: "Search",
  /** The key that focuses the search; on a Mac it is ⌘ K. */
  key: "Ctrl K",
  suggestions: "Suggestions",
  suggested: (hits: number) => (hits === 1 ? "1 suggestion" : `${hits} suggestions`),
  all: (query: string) => `All results for “${query}”`,
  similar: "Did you mean",
  lead: "Search guides, endpoints, parameters, error codes, event types and scopes.",
  count: (hits: number, pages: number, query: string) =>
    `${hits === 1 ? "1 result" : `${hits} results`} on ${pages === 1 ? "1 page" : `${pages} pages`} for “${query}”`,
  more: (hits: number) => (hits === 1 ? "1 more result on this page" : `${hits} more results on this page`),
  /** The name of a result that is the text below the title of a page. */
  start: "Introduction",
  inSample: "In the sample:",
  none: (query: string) => `No results for “${query}”`,
  noneText: "Check the spelling, or use fewer words.",
  corrected: (query: string) => `No results for “${query}”. These are the results for`,
  examples: "For example:",
  browse: "Browse all pages",
};
