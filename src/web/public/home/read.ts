import type { Account, GetSessionResponse, Membership } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { teamsOf } from "../../layout/teams.ts";
import type { RequestContext } from "../../request-context.ts";

/** A shop of the account, with the newest of its connected apps. */
export interface Shop {
  membership: Membership;
  /** Null for a shop after the first ones, whose apps are not read. */
  installations: readonly Installation[] | null;
  /** True if the shop has further installations. */
  hasMore: boolean;
}

/** The contents of the start page of an account. */
export interface StartPage {
  account: Account;
  /** True if the operator must set up a second factor first. */
  secondFactorRequired: boolean;
  shops: readonly Shop[];
  /** Null unless the account is an operator in this session. */
  queue: GetReviewQueueResponse | null;
  /** The apps of the account's teams that a reviewer has returned. */
  returned: readonly App[];
}

/** These limits bound the number of calls of one page. */
const SHOPS_MAX = 5;
const TEAMS_MAX = 3;
const APPS_MAX = 5;
const INSTALLATIONS_MAX = 50;

/** Reads what needs attention in the account's shops, apps and review queue. */
export async function readStartPage(
  context: RequestContext,
  { memberships, secondFactorRequired }: GetSessionResponse,
  account: Account,
): Promise<StartPage> {
  const [shops, queue, returned] = await Promise.all([
    Promise.all(memberships.slice(0, SHOPS_MAX).map((membership) => readShop(context, membership))),
    account.operator && !secondFactorRequired ? context.web.clients.reviews.getReviewQueue({}, context.call) : null,
    readReturned(context, account),
  ]);
  const others = memberships.slice(SHOPS_MAX);
  const unread = others.map((membership): Shop => ({ membership, installations: null, hasMore: false }));
  return { account, secondFactorRequired, shops: [...shops, ...unread], queue, returned };
}

async function readShop({ web, call }: RequestContext, membership: Membership): Promise<Shop> {
  const { installations } = web.clients;
  const of = { merchantId: membership.merchantId, pageSize: INSTALLATIONS_MAX };
  const [present, waiting] = await Promise.all([
    installations.listInstallations(of, call),
    installations.listInstallations({ ...of, state: InstallationState.PENDING }, call),
  ]);
  const all = [...present.installations, ...waiting.installations];
  return { membership, installations: all, hasMore: present.nextPageToken !== "" };
}

async function readReturned({ web, call }: RequestContext, account: Account): Promise<App[]> {
  const request = { state: AppState.CHANGES_REQUESTED, pageSize: APPS_MAX };
  const teams = teamsOf(account).slice(0, TEAMS_MAX);
  const lists = await Promise.all(
    teams.map(({ teamId }) => web.clients.apps.listApps({ ...request, developerAccountId: teamId }, call)),
  );
  return lists.flatMap(({ apps }) => apps);
}
