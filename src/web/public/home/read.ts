import type {
  Account,
  ClosedMerchant,
  GetSessionResponse,
  Membership,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type {
  Installation,
  MerchantSummary,
  SummarizeMerchantsResponse,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { isSessionMissing, isUnimplemented } from "../../../rpc/errors.ts";
import { teamsOf } from "../../layout/teams.ts";
import type { RequestContext } from "../../request-context.ts";

/** A shop of the account. */
export interface Shop {
  membership: Membership;
  /** Null for a shop that was closed meanwhile, and with a core of the previous release. */
  summary: MerchantSummary | null;
  /** The installations that need attention, as far as the page shows them. */
  attention: readonly Installation[];
}

/** The contents of the start page of an account. */
export interface StartPage {
  account: Account;
  /** True if the operator must set up a second factor first. */
  secondFactorRequired: boolean;
  shops: readonly Shop[];
  /** Closed shops that the account belonged to; empty if it has shops. */
  closed: readonly ClosedMerchant[];
  /** Null unless the account is an operator in this session. */
  queue: GetReviewQueueResponse | null;
  /** The counts of the platform, for the same accounts. */
  dashboard: GetDashboardResponse | null;
  /** The apps of the account's teams that a reviewer has returned. */
  returned: readonly App[];
}

/** These limits bound the number of calls of one page. */
const TEAMS_MAX = 3;
const APPS_MAX = 5;

export type Summaries = Pick<SummarizeMerchantsResponse, "merchants" | "attention">;

/** Reads the summaries of the session's shops without waiting for the session itself. */
export async function readSummaries({ web, call, session }: RequestContext): Promise<Summaries> {
  if (session === null) return NO_SUMMARIES;
  return web.clients.installations.summarizeMerchants({ ofAccount: true }, call).catch(orNoSummaries);
}

/** Reads what needs attention in the account's shops, apps and review queue. */
export async function readStartPage(
  context: RequestContext,
  { memberships, closedMerchants, secondFactorRequired }: GetSessionResponse,
  { account, summaries }: { account: Account; summaries: Summaries },
): Promise<StartPage> {
  const isOperator = account.operator && !secondFactorRequired;
  const [shops, queue, dashboard, returned] = await Promise.all([
    readShops(context, memberships, summaries),
    isOperator ? context.web.clients.reviews.getReviewQueue({}, context.call) : null,
    isOperator ? readDashboard(context) : null,
    readReturned(context, account),
  ]);
  return { account, secondFactorRequired, shops, closed: closedMerchants, queue, dashboard, returned };
}

/** A core of the previous release summarizes only named merchants. */
async function readShops(
  { web, call }: RequestContext,
  memberships: readonly Membership[],
  known: Summaries,
): Promise<Shop[]> {
  if (memberships.length === 0) return [];
  const merchantIds = memberships.map(({ merchantId }) => merchantId);
  const { installations } = web.clients;
  const { merchants, attention } =
    known.merchants.length > 0
      ? known
      : await installations.summarizeMerchants({ merchantIds }, call).catch(orNoSummaries);
  return memberships.map((membership) => {
    const { merchantId } = membership;
    const summary = merchants.find((one) => one.merchantId === merchantId) ?? null;
    return { membership, summary, attention: attention.filter((one) => one.merchantId === merchantId) };
  });
}

const NO_SUMMARIES: Summaries = { merchants: [], attention: [] };

/** Handles a session that is over, and a core of an earlier release, which does not summarize merchants. */
function orNoSummaries(failure: unknown): Summaries {
  if (isUnimplemented(failure) || isSessionMissing(failure)) return NO_SUMMARIES;
  throw failure;
}

/** Null with a core that does not count. */
async function readDashboard({ web, call }: RequestContext): Promise<GetDashboardResponse | null> {
  return web.clients.platform.getDashboard({}, call).catch((failure) => {
    if (isUnimplemented(failure)) return null;
    throw failure;
  });
}

async function readReturned({ web, call }: RequestContext, account: Account): Promise<App[]> {
  const request = { state: AppState.CHANGES_REQUESTED, pageSize: APPS_MAX };
  const teams = teamsOf(account).slice(0, TEAMS_MAX);
  const lists = await Promise.all(
    teams.map(({ teamId }) => web.clients.apps.listApps({ ...request, developerAccountId: teamId }, call)),
  );
  return lists.flatMap(({ apps }) => apps);
}
