import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type App, type AppResubmission, AppState, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { GetReviewQueueResponse, ReviewClaim } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { PageContext } from "../../router/page-router.ts";
import { subjectOf } from "../apps/facts.ts";
import { readReviewQueue } from "../review-queue.ts";

const PAGE_SIZE = 25;
/** Few apps are in review at a time, because a claim ends after two hours. */
const REVIEWING_PAGE_SIZE = 50;

/** A page of one of the two lists that the groups are made of. */
interface ReadPage {
  apps: readonly App[];
  similarlyNamed: readonly string[];
  resubmissions: readonly AppResubmission[];
  token: string;
  next: string;
}

export interface ClaimedApp {
  app: App;
  claim: ReviewClaim;
}

export interface Queue {
  /** The text of the filter by name. */
  name: string;
  /** Submitted apps and unclaimed apps in review, the one that waits longest first. */
  waiting: readonly App[];
  mine: readonly ClaimedApp[];
  others: readonly ClaimedApp[];
  /** The pages of submitted apps and of apps in review. */
  pages: { waiting: Pick<ReadPage, "token" | "next">; reviewing: Pick<ReadPage, "token" | "next"> };
  sizes: GetReviewQueueResponse;
  /** The scopes by name. */
  catalogue: ReadonlyMap<string, Scope>;
  /** The client ids of the apps whose name is similar to another one. */
  similarlyNamed: ReadonlySet<string>;
  /** The apps that a review returned to their developers, by client id. */
  resubmissions: ReadonlyMap<string, AppResubmission>;
}

export async function readQueue(context: PageContext): Promise<Queue> {
  const { web, call, account, query } = context;
  const name = query.one("name") ?? "";
  const [sizes, submitted, reviewing, { scopes }] = await Promise.all([
    readReviewQueue(context),
    readPage(context, { state: AppState.SUBMITTED, page: "waiting", pageSize: PAGE_SIZE }),
    readPage(context, { state: AppState.IN_REVIEW, page: "reviewing", pageSize: REVIEWING_PAGE_SIZE }),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  const claims = new Map(sizes.claims.map((claim) => [claim.clientId, claim]));
  const claimed = reviewing.apps.flatMap((app) => {
    const claim = claims.get(app.clientId);
    return claim === undefined ? [] : [{ app, claim }];
  });
  // Later pages have submitted apps only.
  const free = submitted.token === "" ? reviewing.apps.filter(({ clientId }) => !claims.has(clientId)) : [];
  return {
    name,
    waiting: [...free, ...submitted.apps].sort((a, b) => waitingSince(a) - waitingSince(b)),
    mine: claimed.filter(({ claim }) => claim.accountId === account.accountId),
    others: claimed.filter(({ claim }) => claim.accountId !== account.accountId),
    pages: { waiting: submitted, reviewing },
    sizes,
    catalogue: new Map(scopes.map((scope) => [scope.name, scope])),
    similarlyNamed: new Set([...submitted.similarlyNamed, ...reviewing.similarlyNamed]),
    resubmissions: new Map([...submitted.resubmissions, ...reviewing.resubmissions].map((one) => [one.clientId, one])),
  };
}

interface PageRequest {
  state: AppState;
  /** The query parameter of the page token. */
  page: string;
  pageSize: number;
}

async function readPage({ web, call, query }: PageContext, { state, page, pageSize }: PageRequest): Promise<ReadPage> {
  const token = query.one(page) ?? "";
  const included = { withSimilarlyNamed: true, withResubmissions: true };
  const request = { state, search: query.one("name") ?? "", pageSize, pageToken: token, ...included };
  const { apps, similarlyNamed, resubmissions, nextPageToken } = await web.clients.apps.listApps(request, call);
  return { apps, similarlyNamed, resubmissions, token, next: nextPageToken };
}

/** When the app or its pending revision was submitted. Submissions of an early version of the service have only the last change. */
export function submittedAt(app: App) {
  const { submittedAt: submitted, updatedAt } = app.pending ?? app;
  return submitted ?? updatedAt;
}

function waitingSince(app: App): number {
  const at = submittedAt(app);
  return at === undefined ? 0 : timestampMs(at);
}

/** The numbers of requested scopes. A scope that the catalogue lacks counts as normal. */
export function scopeRisk(app: App, catalogue: Queue["catalogue"]) {
  const requested = subjectOf(app).profile?.scopes ?? [];
  const countOf = (sensitivity: Scope["sensitivity"]) =>
    requested.filter(({ name }) => catalogue.get(name)?.sensitivity === sensitivity).length;
  return { total: requested.length, countOf };
}
