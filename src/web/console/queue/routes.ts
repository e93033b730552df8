import type { PageRouter } from "../../router/page-router.ts";
import { readQueue } from "./read.ts";
import { PATH, queuePage } from "./view.ts";

/** `/console`: apps and revisions that wait for a review, and those that a reviewer has claimed. */
export function addQueueRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => queuePage(context, await readQueue(context)));
}
