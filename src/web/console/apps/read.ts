import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { PageError } from "../../errors/page-error.ts";
import type { PageContext } from "../../router/page-router.ts";
import { readSuspensions } from "../suspensions.ts";
import type { AppFacts } from "./facts.ts";

/** Loads the data of an app's page. */
export async function readApp(context: PageContext, clientId: string): Promise<AppFacts> {
  const { web, call } = context;
  const { apps, reviews } = web.clients;
  const [found, { scopes }, review, queue] = await Promise.all([
    apps.getApp({ clientId }, call),
    apps.listScopes({ includeRetired: true }, call),
    reviews.getReview({ clientId }, call),
    reviews.getReviewQueue({ exceptClientId: clientId }, call),
  ]);
  if (found.app === undefined) throw new PageError(404, "not_found");
  const request = { accountId: found.app.developerAccountId, withoutMemberships: true };
  const isInReview = (found.app.pending ?? found.app).state === AppState.IN_REVIEW;
  const stopped = found.app.state === AppState.SUSPENDED ? [clientId] : [];
  const [{ account }, suspensions, { templates }] = await Promise.all([
    web.clients.accounts.getAccount(request, call),
    readSuspensions(context, "app", stopped),
    isInReview ? reviews.listDecisionTemplates({}, call) : { templates: [] },
  ]);
  return {
    app: found.app,
    developer: account,
    suspension: suspensions.get(clientId),
    history: found.history,
    installations: found.installationCount,
    expiredInstallations: found.expiredInstallationCount,
    defaultLifetimes: { access: found.defaultAccessTokenTtl, refresh: found.defaultRefreshTokenTtl },
    similarNames: found.similarNames,
    catalogue: new Map(scopes.map((scope) => [scope.name, scope])),
    review,
    queue,
    templates,
  };
}
