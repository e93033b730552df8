import { type AppService, AppState, RefreshMode } from "../../gen/latchkey/v1/app_service_pb.ts";
import type { AppOperations } from "../service/apps/operations.ts";
import type { AppRecord } from "../service/apps/records.ts";
import { fromProfile, fromScope, toApp, toHistoryEntry, toScope, toSecret } from "./app-messages.ts";
import { nameOf, orNull } from "./fields.ts";
import type { Implementation } from "./implementation.ts";

type AppServiceImplementation = Implementation<typeof AppService>;

/** AppService over the operations on apps: messages in, records through, messages out. */
export function appService(apps: AppOperations): AppServiceImplementation {
  return { ...writing(apps), ...reviewing(apps), ...credentials(apps), ...scopes(apps) };
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
      const { app, history, installationCount } = await apps.get(request.clientId, call);
      return { ...answer(app), history: history.map(toHistoryEntry), installationCount };
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
      const revision = request.revision === 0 ? null : request.revision;
      return answer(await apps.approve({ clientId, revision, restrictedScopesAllowed }, call));
    },
    requestChanges: async (request, call) =>
      answer(await apps.requestChanges(request.clientId, reasonOf(request), call)),
    rejectApp: async (request, call) => answer(await apps.reject(request.clientId, reasonOf(request), call)),
    suspendApp: async (request, call) => answer(await apps.suspend(request.clientId, reasonOf(request), call)),
    reinstateApp: async (request, call) => answer(await apps.reinstate(request.clientId, call)),
  } satisfies Partial<AppServiceImplementation>;
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
    putScope: async (request, call) => ({ scope: toScope(await apps.putScope(fromScope(request.scope), call)) }),
  } satisfies Partial<AppServiceImplementation>;
}
