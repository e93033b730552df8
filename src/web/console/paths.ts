import { pathWith } from "../components/list.ts";
import type { Crumb } from "../components/page-header.ts";
import type { Frame } from "../layout/frame.ts";
import type { PageContext } from "../router/page-router.ts";

/** The place of the pages that belong to the review queue, whose own path is above those of all pages of the console. */
export const QUEUE = "/console/queue";

/** The path of an app's page, below which its steps are. */
export function appPath(clientId: string): string {
  return `/console/apps/${clientId}`;
}

/** The path of a merchant's page. A merchant id may be any text, `..` included, so it is in the query. */
export function merchantPath(merchantId: string): string {
  return pathWith("/console/merchants/view", { id: merchantId });
}

/** The path of the page that shows the link of a new invitation once. */
export function createdInvitationPath(invitationId: string): string {
  return `/console/invitations/${invitationId}/made`;
}

/** The breadcrumb of the review queue. */
export function queueCrumb({ t }: Pick<Frame, "t">): Crumb {
  return { href: "/console", label: t.console.queue.title };
}

/**
 * The breadcrumb of the list that a page of the console belongs to. A page that was opened from the list leads back to the same filter and
 * page of it. @param path of the page, below `/console/`
 */
export function sectionCrumb({ t, cameFrom }: Pick<PageContext, "t" | "cameFrom">, path: string): Crumb {
  const { sections } = t.console;
  const key = path.split("/")[2]?.split("?")[0] ?? "";
  const label = Object.hasOwn(sections, key) ? sections[key as keyof typeof sections] : t.console.title;
  const list = `/console/${key}`;
  return { href: cameFrom?.startsWith(`${list}?`) ? cameFrom : list, label };
}
