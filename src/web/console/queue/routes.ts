import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
import { readReviewQueue } from "../review-queue.ts";
import { type Half, PATH, queuePage, type ReadHalf } from "./view.ts";

const PAGE_SIZE = 25;

/** The two lists of the page. */
const HALVES: readonly Half[] = [
  { state: AppState.SUBMITTED, page: "waiting" },
  { state: AppState.IN_REVIEW, page: "reviewing" },
];

/** `/console`: submitted apps and revisions, and those in review, oldest first. */
export function addQueueRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => {
    const search = context.query.one("name") ?? "";
    const [queue, ...halves] = await Promise.all([
      readReviewQueue(context),
      ...HALVES.map((half) => readHalf(context, half, search)),
    ]);
    return queuePage(context, { name: search, halves, queue });
  });
}

async function readHalf({ web, call, query }: PageContext, half: Half, search: string): Promise<ReadHalf> {
  const token = query.one(half.page) ?? "";
  const request = { state: half.state, search, pageSize: PAGE_SIZE, pageToken: token };
  const { apps, nextPageToken } = await web.clients.apps.listApps(request, call);
  return { ...half, token, apps, next: nextPageToken };
}
