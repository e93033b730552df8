import type { IconName } from "../components/icon.ts";

/** The pages of the documentation, in the order and the groups of its navigation. */
export const DOC_GROUPS = {
  start: ["quickstart", "test-merchants", "try"],
  guides: ["authorization", "scopes", "retries", "webhooks", "go-live"],
  reference: ["endpoints", "errors"],
} as const;

export type DocGroup = keyof typeof DOC_GROUPS;
export type DocPage = (typeof DOC_GROUPS)[DocGroup][number];

export const DOC_PAGES: readonly DocPage[] = Object.values(DOC_GROUPS).flat();

export const PAGE_ICONS: Readonly<Record<DocPage, IconName>> = {
  quickstart: "play",
  "test-merchants": "flask",
  try: "terminal",
  authorization: "lock",
  scopes: "shield",
  retries: "repeat",
  webhooks: "zap",
  "go-live": "flag",
  endpoints: "plug",
  errors: "warning",
};

export const SEARCH_PATH = "/docs/search";

export function pathOf(page: DocPage): string {
  return `/docs/${page}`;
}
