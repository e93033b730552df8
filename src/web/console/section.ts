import { formatCount } from "../components/chart.ts";
import { type Html, html } from "../components/html.ts";
import type { IconName } from "../components/icon.ts";
import { countWaiting } from "../components/platform/tasks.ts";
import type { WebClients } from "../deps.ts";
import type { Frame } from "../layout/frame.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import type { PageContext, Section } from "../router/page-router.ts";
import { QUEUE } from "./paths.ts";
import { readReviewQueue } from "./review-queue.ts";

/** In milliseconds. The count in the navigation is the same for all operators, and is read again only after this time. */
const MAX_AGE_MS = 5_000;
const waiting = new WeakMap<WebClients["reviews"], { count: number; readAt: number }>();

/** The pages for operators. */
export const CONSOLE: Section = {
  isAllowed: ({ operator }) => operator,
  forbidden: "operators_only",
  needsSecondFactor: true,
  title: ({ t }) => t.console.title,
  navigation: consoleNavigation,
  async counts(context) {
    const { reviews } = context.web.clients;
    const known = waiting.get(reviews);
    if (known !== undefined && Date.now() - known.readAt < MAX_AGE_MS) return { queue: known.count };
    const count = countWaiting(await readReviewQueue(context));
    waiting.set(reviews, { count, readAt: Date.now() });
    return { queue: count };
  },
  changed: ({ web }) => void waiting.delete(web.clients.reviews),
};

type SectionKey = keyof Frame["t"]["console"]["sections"];

const ICONS: Record<SectionKey, IconName> = {
  queue: "inbox",
  dashboard: "chart",
  apps: "apps",
  scopes: "shield",
  merchants: "store",
  accounts: "people",
  invitations: "mail",
  installations: "plug",
  webhooks: "zap",
  keys: "key",
  audit: "audit",
  brand: "drop",
  tokens: "stop",
};
const MERCHANT_SECTIONS: readonly SectionKey[] = ["merchants", "accounts", "invitations"];
const PLATFORM_SECTIONS: readonly SectionKey[] = ["webhooks", "keys", "audit", "brand", "tokens"];

type Counted = Frame & Partial<Pick<PageContext, "counts">>;

/** Links to the pages of the console. */
export function consoleNavigation(context: Counted): Html {
  const { sections, groups, navigation } = context.t.console;
  const keys = Object.keys(sections) as SectionKey[];
  const linkOf = (key: SectionKey) => {
    const link = { label: sections[key], icon: ICONS[key] };
    if (key === "queue") return { ...link, href: "/console", above: QUEUE, extra: waitingCount(context) };
    return { ...link, href: `/console/${key}` };
  };
  const linksOf = (group: readonly SectionKey[]) => keys.filter((key) => group.includes(key)).map(linkOf);
  const others = keys.filter((key) => !MERCHANT_SECTIONS.includes(key) && !PLATFORM_SECTIONS.includes(key));
  return sectionNavigation(context, navigation, [
    { links: linksOf(others) },
    { title: groups.merchants, links: linksOf(MERCHANT_SECTIONS) },
    { title: groups.platform, links: linksOf(PLATFORM_SECTIONS) },
  ]);
}

/** The number of apps and revisions without a reviewer. The core counts up to 1,000 of each state. */
function waitingCount({ t, counts = {}, language }: Counted): Html | null {
  const { queue = 0 } = counts;
  if (queue === 0) return null;
  return html` <span class="nav-count">${formatCount(language, queue)}<span class="sr"> ${t.console.waiting}</span></span>`;
}
