import { type AppService, AppState, FindingWeight, RefreshMode } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { CheckedUrl } from "../../service/apps/checking.ts";
import type { AppOperations } from "../../service/apps/operations.ts";
import type { AppRecord } from "../../service/apps/records.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromProfile, fromScope, toApp, toHistoryEntry, toScope, toSecret, toSimilarName } from "./app-messages.ts";
import { nameOf, orNull } from "./fields.ts";

type AppServiceImplementation = Implementation<typeof AppService>;

/** AppService over the operations on apps: messages in, records through, messages out. */
export function appService(apps: AppOperations): AppServiceImplementation {
  return { ...writing(apps), ...reviewing(apps), ...credentials(apps), ...scopes(apps), ...checks(apps) };
}

const answer = (app: AppRecord) => ({ app: toApp(app) });

function writing(apps: AppOperations) {
  return {
    async createApp(request, call) {
      const settings = {
        refreshMode: nameOf(RefreshMode, request.refreshMode, "refresh_mode"),
        accessTokenTtl: request.accessTokenTtl,
        refreshTokenTtl: request.refreshTokenTtl,
      };
      const developerAccountId = orNull(request.developerAccountId);
      const profile = fromProfile(request.profile);
      const made = await apps.create(
        { profile, confidential: request.confidential, settings, developerAccountId },
        call,
      );
      return { ...answer(made.app), clientSecret: made.clientSecret ?? "" };
    },
    async getApp(request, call) {
      const { app, history, installationCount, similarNames } = await apps.get(request.clientId, call);
      return {
        ...answer(app),
        history: history.map(toHistoryEntry),
        installationCount,
        similarNames: similarNames.map(toSimilarName),
      };
    },
    async listApps(request, call) {
      const filter = {
        state: nameOf(AppState, request.state, "state"),
        developerAccountId: orNull(request.developerAccountId),
        namePrefix: orNull(request.namePrefix),
      };
      const { items, nextPageToken } = await apps.list(filter, request, call);
      return { apps: items.map(toApp), nextPageToken };
    },
    async updateApp(request, call) {
      const { clientId, refreshMode, accessTokenTtl, refreshTokenTtl } = request;
      const settings = {
        refreshMode: refreshMode === undefined ? null : (nameOf(RefreshMode, refreshMode, "refresh_mode") ?? "ROTATE"),
        accessTokenTtl: accessTokenTtl ?? null,
        refreshTokenTtl: refreshTokenTtl ?? null,
      };
      const profile = request.profile === undefined ? null : fromProfile(request.profile);
      return answer(await apps.update({ clientId, profile, settings }, call));
    },
    discardRevision: async (request, call) => answer(await apps.discardRevision(request.clientId, call)),
    submitApp: async (request, call) => answer(await apps.submit(request.clientId, call)),
    withdrawApp: async (request, call) => answer(await apps.withdraw(request.clientId, call)),
    archiveApp: async (request, call) => answer(await apps.archive(request.clientId, call)),
  } satisfies Partial<AppServiceImplementation>;
}

function reviewing(apps: AppOperations) {
  return {
    startReview: async (request, call) => answer(await apps.startReview(request.clientId, call)),
    async approveApp(request, call) {
      const { clientId, restrictedScopesAllowed } = request;
      return answer(await apps.approve({ clientId, revision: revisionOf(request), restrictedScopesAllowed }, call));
    },
    requestChanges: async (request, call) =>
      answer(await apps.requestChanges(request.clientId, verdictOf(request), call)),
    rejectApp: async (request, call) => answer(await apps.reject(request.clientId, verdictOf(request), call)),
    suspendApp: async (request, call) => answer(await apps.suspend(request.clientId, reasonOf(request), call)),
    resumeApp: async (request, call) => answer(await apps.resume(request.clientId, call)),
  } satisfies Partial<AppServiceImplementation>;
}

function revisionOf({ revision }: { revision: number }): number | null {
  return revision === 0 ? null : revision;
}

function verdictOf(request: { reasonCode: string; reasonText: string; revision: number }) {
  return { ...reasonOf(request), revision: revisionOf(request) };
}

function reasonOf(request: { reasonCode: string; reasonText: string }) {
  return { code: request.reasonCode, text: request.reasonText };
}

function credentials(apps: AppOperations) {
  return {
    async addSecret(request, call) {
      const { secret, clientSecret } = await apps.addSecret(request.clientId, call);
      return { secret: toSecret(secret), clientSecret };
    },
    async retireSecret(request, call) {
      const { clientId, secretId, immediately } = request;
      return { secret: toSecret(await apps.retireSecret({ clientId, secretId, immediately }, call)) };
    },
    setLogo: async (request, call) => answer(await apps.setLogo(request.clientId, request.image, call)),
    async getLogo(request) {
      const { image, mediaType } = await apps.getLogo(request.clientId, request.digest);
      return { image, mediaType };
    },
  } satisfies Partial<AppServiceImplementation>;
}

function scopes(apps: AppOperations) {
  return {
    listScopes: async (request) => ({ scopes: (await apps.listScopes(request.includeRetired)).map(toScope) }),
    upsertScope: async (request, call) => ({ scope: toScope(await apps.upsertScope(fromScope(request.scope), call)) }),
  } satisfies Partial<AppServiceImplementation>;
}

function checks(apps: AppOperations) {
  return {
    async validateApp(request, call) {
      const refreshMode = nameOf(RefreshMode, request.refreshMode, "refresh_mode");
      const settings = { refreshMode, accessTokenTtl: null, refreshTokenTtl: null };
      const { confidential } = request;
      const profile = fromProfile(request.profile);
      const asked = { profile, confidential, settings, clientId: orNull(request.clientId) };
      return { violations: await apps.check(asked, call) };
    },
    validateAuthorizeUrl: async ({ url }, call) => toChecked(await apps.validateAuthorizeUrl(url, call)),
  } satisfies Partial<AppServiceImplementation>;
}

function toChecked({ findings, parameters, app, testOnly }: CheckedUrl) {
  return {
    findings: findings.map(({ weight, code, parameter, detail, error }) => ({
      weight: FindingWeight[weight],
      code,
      parameter: parameter ?? "",
      detail,
      error: error ?? "",
    })),
    parameters: parameters.map(([name, value]) => ({ name, value })),
    clientId: app?.clientId ?? "",
    appName: app?.name ?? "",
    testOnly,
  };
}
