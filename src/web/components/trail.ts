import type { Fields } from "../http/fields.ts";

/** The data of a page, whose query has the trail. */
export interface TrailFrame {
  query?: Pick<Fields, "one">;
}

/** The pages before a page of a list. Lists are read forwards by tokens, so the URL of a page also names the pages before it. */
export interface Trail {
  /** The pages between the first page and this one. */
  pages: readonly { token: string; before: number }[];
  /** The number of entries before this page. */
  before: number;
  /** True if the oldest pages were left out, so that the first of `pages` is not the second page of the list. */
  cut: boolean;
}

interface PagePlace {
  /** The query parameter of the page token. */
  name?: string;
  /** The token of the page; empty for the first page. */
  token: string;
}

/** A URL names at most this many pages before its own. */
const MAX_PAGES = 20;
/** The maximum length of a trail, so that proxies accept the URL. */
const MAX_LENGTH = 2_000;
/** Such as `50*TOKEN.100` for the third page; a hyphen comes first if pages were left out. */
const TRAIL = /^-?(?:\d{1,9}\*[\w-]{1,600}\.){0,20}\d{1,9}$/;

/** The query parameter of the trail. */
export const trailName = (name: string) => `${name}_trail`;

/** The trail in the query; null if it is missing or malformed. */
export function readTrail({ query }: TrailFrame, { name = "page", token }: PagePlace): Trail | null {
  if (token === "") return { pages: [], before: 0, cut: false };
  const text = query?.one(trailName(name)) ?? "";
  if (!TRAIL.test(text)) return null;
  const steps = text.replace(/^-/, "").split(".");
  const pages = steps.slice(0, -1).map((step) => {
    const [before, page = ""] = step.split("*");
    return { token: page, before: Number(before) };
  });
  return { pages, before: Number(steps.at(-1)), cut: text.startsWith("-") };
}

export function trailText({ pages, before, cut }: Trail): string {
  const steps = pages.slice(-MAX_PAGES).map((page) => `${page.before}*${page.token}.`);
  while (steps.join("").length > MAX_LENGTH) steps.shift();
  return `${cut || steps.length < pages.length ? "-" : ""}${steps.join("")}${before}`;
}

/** The trail of the page after this one. @param count the number of entries of this page */
export function nextTrail(trail: Trail, { token }: PagePlace, count: number): Trail {
  const pages = token === "" ? [] : [...trail.pages, { token, before: trail.before }];
  return { ...trail, pages, before: trail.before + count };
}

/** The page before this one: its token, which is empty for the first page, and its trail. Null if it was left out. */
export function previousPage({ pages, cut }: Trail): { token: string; trail: Trail } | null {
  const last = pages.at(-1);
  if (last === undefined) return cut ? null : { token: "", trail: { pages: [], before: 0, cut } };
  return { token: last.token, trail: { pages: pages.slice(0, -1), before: last.before, cut } };
}
