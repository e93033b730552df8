import type { IconName } from "../components/icon.ts";

/** The operations of the OpenAPI document with a page, in the order of the document. */
export const ENDPOINT_NAMES = ["authorize", "token", "revoke", "introspect", "uninstall", "metadata"] as const;

export type EndpointName = (typeof ENDPOINT_NAMES)[number];
type EndpointPage = `endpoints/${EndpointName}`;

const endpointPages = ENDPOINT_NAMES.map((name): EndpointPage => `endpoints/${name}`);

/** The pages of the documentation, in the order and the groups of its navigation. */
export const DOC_GROUPS = {
  start: ["quickstart", "test-merchants", "try"],
  guides: ["authorization", "tokens", "libraries", "scopes", "retries", "webhooks", "go-live"],
  reference: ["endpoints", ...endpointPages, "errors", "changelog"],
} as const;

export type DocGroup = keyof typeof DOC_GROUPS;
export type DocPage = (typeof DOC_GROUPS)[DocGroup][number];

export const DOC_PAGES: readonly DocPage[] = Object.values(DOC_GROUPS).flat();

/** The icons of the pages; the page of an endpoint has its method instead. */
export const PAGE_ICONS: Readonly<Record<Exclude<DocPage, EndpointPage>, IconName>> = {
  quickstart: "play",
  "test-merchants": "flask",
  try: "terminal",
  authorization: "lock",
  tokens: "key",
  libraries: "apps",
  scopes: "shield",
  retries: "repeat",
  webhooks: "zap",
  "go-live": "flag",
  endpoints: "plug",
  errors: "warning",
  changelog: "audit",
};

export const SEARCH_PATH = "/docs/search";
export const FEEDBACK_PATH = "/docs/feedback";
export const SUGGESTIONS_PATH = `${SEARCH_PATH}/suggestions`;

export function pathOf(page: DocPage): string {
  return `/docs/${page}`;
}

export const FEED_PATH = "/docs/changelog.xml";
export const LLMS_PATH = "/docs/llms.txt";

/** All pages but the one with forms exist as Markdown. */
export function hasMarkdown(page: DocPage): boolean {
  return page !== "try";
}

export function markdownPathOf(page: DocPage): string {
  return `${pathOf(page)}.md`;
}

/** The endpoint of a page; null for other pages. */
export function endpointOn(page: DocPage): EndpointName | null {
  return ENDPOINT_NAMES.find((name) => page === `endpoints/${name}`) ?? null;
}

export function groupOf(page: DocPage): DocGroup {
  const groups = Object.entries(DOC_GROUPS) as [DocGroup, readonly DocPage[]][];
  return groups.find(([, pages]) => pages.includes(page))![0];
}
