import { type AppService, AppState, type ListScopesRequest } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { addSecret } from "../../service/apps/add-secret.ts";
import { approveApp } from "../../service/apps/approve-app.ts";
import { archiveApp } from "../../service/apps/archive-app.ts";
import { createApp } from "../../service/apps/create-app.ts";
import type { AppDependencies } from "../../service/apps/dependencies.ts";
import { discardRevision } from "../../service/apps/discard-revision.ts";
import { getApp } from "../../service/apps/get-app.ts";
import { getAppStatistics } from "../../service/apps/get-app-statistics.ts";
import { getLogo } from "../../service/apps/get-logo.ts";
import { listApps } from "../../service/apps/list-apps.ts";
import { countScopeApps, listScopes } from "../../service/apps/list-scopes.ts";
import { rejectApp } from "../../service/apps/reject-app.ts";
import { requestChanges } from "../../service/apps/request-changes.ts";
import { resumeApp } from "../../service/apps/resume-app.ts";
import { retireSecret } from "../../service/apps/retire-secret.ts";
import { setLogo } from "../../service/apps/set-logo.ts";
import { startReview } from "../../service/apps/start-review.ts";
import { submitApp } from "../../service/apps/submit-app.ts";
import { suspendApp } from "../../service/apps/suspend-app.ts";
import { updateApp } from "../../service/apps/update-app.ts";
import { upsertScope } from "../../service/apps/upsert-scope.ts";
import { validateApp } from "../../service/apps/validate-app.ts";
import { validateAuthorizeUrl } from "../../service/apps/validate-authorize-url.ts";
import { withdrawApp } from "../../service/apps/withdraw-app.ts";
import type { Call } from "../../service/call.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { AppCounts } from "../../store/apps/app-states.ts";
import type { ResubmissionRow } from "../../store/apps/resubmissions.ts";
import type { Implementation } from "../transports/implementation.ts";
import {
  fromApproveApp,
  fromCreateApp,
  fromListApps,
  fromReviewDecision,
  fromScope,
  fromUpdateApp,
  fromValidateApp,
  toApp,
  toAuthorizeUrlResult,
  toDraftChange,
  toEndedSecret,
  toHistoryEntry,
  toListedApp,
  toScope,
  toSecret,
  toSimilarName,
  toStatisticsDay,
} from "./app-messages.ts";
import { orNull, toTimestamp } from "./fields.ts";

export function appService(deps: AppDependencies): Implementation<typeof AppService> {
  const toResponse = (details: AppDetails) => ({ app: toApp(details, deps.publicUrl) });
  return {
    async createApp(request, call) {
      const created = await createApp(deps, fromCreateApp(request), call);
      return { ...toResponse(created), clientSecret: created.clientSecret ?? "" };
    },
    async getApp(request, call) {
      const overview = await getApp(deps, request, call);
      const { history, installationCount, expiredInstallationCount: expired, similarNames } = overview;
      const { lastChange, endedSecret } = overview;
      return {
        ...toResponse(overview),
        history: history.map(toHistoryEntry),
        installationCount,
        ...(expired !== null && { expiredInstallationCount: expired }),
        defaultAccessTokenTtl: deps.lifetimes.access,
        defaultRefreshTokenTtl: deps.lifetimes.refresh,
        similarNames: similarNames.map(toSimilarName),
        ...(lastChange !== null && { lastChange: toDraftChange(lastChange) }),
        ...(endedSecret !== null && { endedSecret: toEndedSecret(endedSecret) }),
      };
    },
    async listApps(request, call) {
      const { items, counts, resubmissions, ...listed } = await listApps(deps, fromListApps(request), call);
      const apps = items.map((one) => toListedApp(one, deps.publicUrl));
      return { ...listed, apps, ...toAppCounts(counts), resubmissions: resubmissions.map(toResubmission) };
    },
    async getAppStatistics({ clientId, days }, call) {
      const counts = await getAppStatistics(deps, { clientId: orNull(clientId), days }, call);
      return { days: counts.map(toStatisticsDay) };
    },
    updateApp: async (request, call) => toResponse(await updateApp(deps, fromUpdateApp(request), call)),
    discardRevision: async (request, call) => toResponse(await discardRevision(deps, request, call)),
    submitApp: async (request, call) => toResponse(await submitApp(deps, request, call)),
    withdrawApp: async (request, call) => toResponse(await withdrawApp(deps, request, call)),
    startReview: async (request, call) => toResponse(await startReview(deps, request, call)),
    approveApp: async (request, call) => toResponse(await approveApp(deps, fromApproveApp(request), call)),
    requestChanges: async (request, call) => toResponse(await requestChanges(deps, fromReviewDecision(request), call)),
    rejectApp: async (request, call) => toResponse(await rejectApp(deps, fromReviewDecision(request), call)),
    suspendApp: async (request, call) => toResponse(await suspendApp(deps, request, call)),
    resumeApp: async (request, call) => toResponse(await resumeApp(deps, request, call)),
    archiveApp: async (request, call) => toResponse(await archiveApp(deps, request, call)),
    async addSecret(request, call) {
      const { secret, clientSecret } = await addSecret(deps, request, call);
      return { secret: toSecret(secret), clientSecret };
    },
    retireSecret: async (request, call) => ({ secret: toSecret(await retireSecret(deps, request, call)) }),
    setLogo: async (request, call) => toResponse(await setLogo(deps, request, call)),
    async getLogo(request) {
      const { image, mediaType } = await getLogo(deps, request);
      return { image, mediaType };
    },
    listScopes: (request, call) => listCatalogue(deps, request, call),
    upsertScope: async ({ scope }, call) => ({ scope: toScope(await upsertScope(deps, fromScope(scope), call)) }),
    validateApp: async (request, call) => ({ violations: await validateApp(deps, fromValidateApp(request), call) }),
    validateAuthorizeUrl: async (request, call) =>
      toAuthorizeUrlResult(await validateAuthorizeUrl(deps, request, call)),
  };
}

async function listCatalogue(deps: AppDependencies, request: ListScopesRequest, call: Call) {
  const scopes = await listScopes(deps, request, call);
  const appCounts = request.withAppCounts ? await countScopeApps(deps, scopes, call) : [];
  return { scopes: scopes.map(toScope), appCounts };
}

function toResubmission({ firstSubmittedAt, ...counted }: ResubmissionRow) {
  const at = toTimestamp(firstSubmittedAt);
  return { ...counted, ...(at && { firstSubmittedAt: at }) };
}

function toAppCounts(counts: AppCounts | null) {
  if (counts === null) return {};
  const stateCounts = counts.states.map(({ state, count }) => ({ state: AppState[state], count }));
  return { stateCounts, appCount: counts.total };
}
