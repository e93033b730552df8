/** The pages of the documentation, in the order of its navigation. */
export const DOC_PAGES = [
  "quickstart",
  "endpoints",
  "errors",
  "retries",
  "scopes",
  "test-merchants",
  "webhooks",
  "try",
] as const;

export type DocPage = (typeof DOC_PAGES)[number];

export function pathOf(page: DocPage): string {
  return `/docs/${page}`;
}
