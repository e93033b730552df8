/** Texts of the search. */
export const en = {
  title: "Search",
  label: "Search the documentation",
  placeholder: "Search docs",
  submit: "Search",
  lead: "Search guides, endpoints, parameters, error codes and scopes.",
  count: (hits: number, query: string) => (hits === 1 ? `1 result for “${query}”` : `${hits} results for “${query}”`),
  none: (query: string) => `No results for “${query}”`,
  noneText: "Check the spelling, or use fewer words.",
  browse: "Browse all pages",
};
