import { listScopes, upsertScope } from "./catalogue.ts";
import { validateApp, validateAuthorizeUrl } from "./checking.ts";
import type { AppDependencies } from "./dependencies.ts";
import { getLogo, setLogo } from "./logos.ts";
import type { AppOperations } from "./operations.ts";
import { getApp, listApps } from "./reading.ts";
import { approveApp, archiveApp, plainStep, reasonedStep, submitApp } from "./reviewing.ts";
import { addSecret, retireSecret } from "./secrets.ts";
import { createApp, discardRevision, updateApp } from "./writing.ts";

/** The operations on apps over a store. */
export function createAppOperations(deps: AppDependencies): AppOperations {
  return {
    create: (request, call) => createApp(deps, request, call),
    get: (clientId, call) => getApp(deps, clientId, call),
    list: (filter, page, call) => listApps(deps, { filter, page }, call),
    update: (request, call) => updateApp(deps, request, call),
    discardRevision: (clientId, call) => discardRevision(deps, clientId, call),
    submit: (clientId, call) => submitApp(deps, clientId, call),
    withdraw: (clientId, call) => plainStep(deps, "withdraw", { clientId, call }),
    startReview: (clientId, call) => plainStep(deps, "start_review", { clientId, call }),
    approve: (request, call) => approveApp(deps, request, call),
    requestChanges: (clientId, reason, call) => reasonedStep(deps, "request_changes", { clientId, reason, call }),
    reject: (clientId, reason, call) => reasonedStep(deps, "reject", { clientId, reason, call }),
    suspend: (clientId, reason, call) => reasonedStep(deps, "suspend", { clientId, reason, call }),
    resume: (clientId, call) => plainStep(deps, "resume", { clientId, call }),
    archive: (clientId, call) => archiveApp(deps, clientId, call),
    addSecret: (clientId, call) => addSecret(deps, clientId, call),
    retireSecret: (request, call) => retireSecret(deps, request, call),
    setLogo: (clientId, image, call) => setLogo(deps, { clientId, image }, call),
    getLogo: (clientId, digest) => getLogo(deps.apps, clientId, digest),
    check: (request, call) => validateApp(deps, request, call),
    validateAuthorizeUrl: (url, call) => validateAuthorizeUrl(deps, url, call),
    listScopes: (includeRetired) => listScopes(deps, includeRetired),
    upsertScope: (scope, call) => upsertScope(deps, scope, call),
  };
}
