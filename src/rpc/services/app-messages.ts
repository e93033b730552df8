import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type AppHistoryEntrySchema,
  type AppProfile as AppProfileMessage,
  AppProfileSchema,
  type AppRevisionSchema,
  type ApproveAppRequest as ApproveAppMessage,
  type AppSchema,
  type AppSecretSchema,
  AppSort,
  AppState,
  type AppStatisticsDaySchema,
  type CreateAppRequest as CreateAppMessage,
  type DraftChangeSchema,
  type EndedAppSecretSchema,
  FindingWeight,
  type ListAppsRequest as ListAppsMessage,
  RefreshMode,
  type RejectAppRequest,
  type RequestChangesRequest,
  type Scope as ScopeMessage,
  ScopeSchema,
  type SimilarNameSchema,
  type UpdateAppRequest as UpdateAppMessage,
  type ValidateAppRequest as ValidateAppMessage,
  type ValidateAuthorizeUrlResponseSchema,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { App, AppState as AppStateName, RefreshMode as RefreshModeName, ReviewedFields } from "../../model/app.ts";
import type { AppSecret } from "../../model/app-secret.ts";
import type { ScopeText, Sensitivity } from "../../model/scope.ts";
import type { ApproveAppRequest } from "../../service/apps/approve-app.ts";
import type { ReturnRequest } from "../../service/apps/change-app-state.ts";
import type { CreateAppRequest } from "../../service/apps/create-app.ts";
import type { HistoryEntry } from "../../service/apps/get-app.ts";
import type { ListAppsRequest } from "../../service/apps/list-apps.ts";
import type { AppProfile } from "../../service/apps/profile.ts";
import type { SimilarName } from "../../service/apps/similar-names.ts";
import type { UpdateAppRequest } from "../../service/apps/update-app.ts";
import type { ValidateAppRequest } from "../../service/apps/validate-app.ts";
import type { AuthorizeUrlResult } from "../../service/apps/validate-authorize-url.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { AppRow } from "../../store/apps/app-rows.ts";
import type { EndedSecret } from "../../store/apps/ended-secret.ts";
import type { ScopeValues, UpsertedScope } from "../../store/apps/scopes.ts";
import type { ListedAuditEvent } from "../../store/audit/audit-list.ts";
import type { DayCounts } from "../../store/statistics/app-days.ts";
import { nameOf, orNull, searchOf, toTimestamp } from "./fields.ts";

export function fromCreateApp(request: CreateAppMessage): CreateAppRequest {
  const { confidential, refreshMode, accessTokenTtl, refreshTokenTtl } = request;
  return {
    profile: fromProfile(request.profile),
    confidential,
    settings: { refreshMode: nameOf(RefreshMode, refreshMode, "refresh_mode"), accessTokenTtl, refreshTokenTtl },
    developerAccountId: orNull(request.developerAccountId),
  };
}

export function fromListApps(request: ListAppsMessage): ListAppsRequest {
  return {
    state: nameOf(AppState, request.state, "state"),
    developerAccountId: orNull(request.developerAccountId),
    namePrefix: orNull(request.namePrefix),
    ...searchOf(request),
    sort: nameOf(AppSort, request.sort, "sort"),
    withStateCounts: request.withStateCounts,
    withSimilarlyNamed: request.withSimilarlyNamed,
    withAttentionCounts: request.withAttentionCounts,
    withResubmissions: request.withResubmissions,
    scope: orNull(request.scope),
  };
}

export function fromUpdateApp(request: UpdateAppMessage): UpdateAppRequest {
  const { clientId, revision, profile, refreshMode, accessTokenTtl = null, refreshTokenTtl = null } = request;
  const mode = refreshMode === undefined ? null : (nameOf(RefreshMode, refreshMode, "refresh_mode") ?? "ROTATE");
  return {
    clientId,
    profile: profile === undefined ? null : fromProfile(profile),
    revision: revision || null,
    settings: { refreshMode: mode, accessTokenTtl, refreshTokenTtl },
  };
}

export function fromApproveApp({ clientId, revision, restrictedScopesAllowed }: ApproveAppMessage): ApproveAppRequest {
  return { clientId, revision: revision || null, restrictedScopesAllowed };
}

/** Converts the request of RequestChanges or RejectApp. */
export function fromReviewDecision(message: RequestChangesRequest | RejectAppRequest): ReturnRequest {
  const { clientId, reasonCode, reasonText, revision, restrictedScopesRefused } = message;
  return { clientId, reasonCode, reasonText, revision: revision || null, restrictedScopesRefused };
}

export function fromValidateApp(request: ValidateAppMessage): ValidateAppRequest {
  const refreshMode = nameOf(RefreshMode, request.refreshMode, "refresh_mode");
  return {
    profile: fromProfile(request.profile),
    confidential: request.confidential,
    settings: { refreshMode, accessTokenTtl: null, refreshTokenTtl: null },
    clientId: orNull(request.clientId),
  };
}

/** The profile of a request; empty if absent. */
function fromProfile(profile: AppProfileMessage = create(AppProfileSchema)): AppProfile {
  return {
    name: profile.name,
    purpose: profile.purpose,
    website: orNull(profile.website),
    supportContact: orNull(profile.supportContact),
    ...(profile.privacyPolicy !== undefined && { privacyPolicy: orNull(profile.privacyPolicy) }),
    redirectUris: profile.redirectUris,
    scopes: profile.scopes.map(({ name, reason, optional }) => ({ name, reason, required: !optional })),
    launchUrl: orNull(profile.launchUrl),
    webhookUrl: orNull(profile.webhookUrl),
    platformStart: profile.platformStart,
  };
}

function textOf({ title, description }: ScopeText): ScopeText {
  return { title, description };
}

/** The scope of a request. An absent sensitivity is NORMAL. */
export function fromScope(scope: ScopeMessage = create(ScopeSchema)): ScopeValues {
  const { name, title, description, sensitivity, retired, revision = null } = scope;
  const texts = Object.fromEntries(scope.texts.map((text) => [text.language, textOf(text)]));
  const level = nameOf(ScopeSensitivity, sensitivity, "scope.sensitivity") ?? "NORMAL";
  return { name, title, description, sensitivity: level, retired, texts, revision };
}

type ShownApp = AppDetails | AppRow;

/** `publicUrl` is the base of the install link. */
export function toApp({ app, pending, secrets }: ShownApp, publicUrl: string): MessageInitShape<typeof AppSchema> {
  const { reasonCode, reasonText } = isStopped(app) || !pending?.reasonCode ? app : pending;
  return {
    clientId: app.clientId,
    state: AppState[app.state as AppStateName],
    developerAccountId: app.developer.id,
    developerName: app.developer.name,
    confidential: app.confidential,
    refreshMode: RefreshMode[app.refreshMode as RefreshModeName],
    accessTokenTtl: app.accessTokenTtl ?? 0,
    refreshTokenTtl: app.refreshTokenTtl ?? 0,
    profile: toProfile(app),
    revision: app.revision,
    ...(pending !== null && { pending: toRevision(pending) }),
    restrictedScopesAllowed: app.restrictedScopesGranted,
    restrictedScopesRefused: app.restrictedScopesRefused,
    secrets: secrets.map(toSecret),
    installUrl: app.state === "APPROVED" ? `${publicUrl}/install/${app.clientId}` : "",
    logoDigest: app.logoDigest ?? "",
    reasonCode: reasonCode ?? "",
    reasonText: reasonText ?? "",
    createdAt: toTimestamp(app.createdAt),
    updatedAt: toTimestamp(app.updatedAt),
    submittedAt: toTimestamp(app.submittedAt),
  };
}

/** An app of a list, with its number of installations. */
export function toListedApp(listed: AppRow, publicUrl: string): MessageInitShape<typeof AppSchema> {
  return { ...toApp(listed, publicUrl), installationCount: BigInt(listed.installationCount) };
}

/** The reason of a suspension takes precedence over that of the pending revision. */
function isStopped({ state }: Pick<App, "state">): boolean {
  return state === "SUSPENDED" || state === "ARCHIVED";
}

function toRevision(revision: NonNullable<ShownApp["pending"]>): MessageInitShape<typeof AppRevisionSchema> {
  return {
    number: revision.number,
    state: AppState[revision.state as AppStateName],
    profile: toProfile(revision),
    updatedAt: toTimestamp(revision.updatedAt),
    submittedAt: toTimestamp(revision.submittedAt),
    logoDigest: revision.logoDigest ?? "",
  };
}

export function toProfile(row: ReviewedFields): MessageInitShape<typeof AppProfileSchema> {
  return {
    name: row.name,
    purpose: row.purpose,
    website: row.website ?? "",
    supportContact: row.supportContact ?? "",
    ...(row.privacyPolicy != null && { privacyPolicy: row.privacyPolicy }),
    redirectUris: row.redirectUris,
    scopes: row.scopes.map(({ name, reason, required }) => ({ name, reason, optional: !required })),
    launchUrl: row.launchUrl ?? "",
    webhookUrl: row.webhookUrl ?? "",
    platformStart: row.platformStart,
  };
}

export function toSecret(secret: AppSecret | AppRow["secrets"][number]): MessageInitShape<typeof AppSecretSchema> {
  const { id, hint, createdBy, createdAt, retiresAt, lastUsedAt } = secret;
  return {
    createdByAccountId: createdBy?.id ?? "",
    // A secret that has just been added refers to an account that is not loaded.
    createdByName: createdBy?.name ?? "",
    secretId: id,
    hint,
    createdAt: toTimestamp(createdAt),
    endsAt: toTimestamp(retiresAt),
    lastUsedAt: toTimestamp(lastUsedAt),
  };
}

export function toEndedSecret({
  hint,
  endedAt,
  retiredBy,
}: EndedSecret): MessageInitShape<typeof EndedAppSecretSchema> {
  const by = { retiredByAccountId: retiredBy?.id ?? "", retiredByName: retiredBy?.name ?? "" };
  return { hint, endedAt: toTimestamp(endedAt), ...by };
}

export function toHistoryEntry({ step, ...names }: HistoryEntry): MessageInitShape<typeof AppHistoryEntrySchema> {
  const { reasonCode, reasonText, refusedScopes, action } = step;
  return {
    ...{ action, reasonCode: reasonCode ?? "", reasonText: reasonText ?? "", refusedScopes: refusedScopes ?? [] },
    state: AppState[step.toState],
    revision: step.revision ?? 0,
    accountId: step.actor?.id ?? "",
    accountName: names.actorName ?? "",
    callerName: names.callerName ?? "",
    at: toTimestamp(step.at),
  };
}

export function toDraftChange(event: ListedAuditEvent): MessageInitShape<typeof DraftChangeSchema> {
  const { actorId, actorName, at } = event;
  return { accountId: actorId ?? "", accountName: actorName ?? "", at: toTimestamp(at) };
}

export function toSimilarName(similar: SimilarName): MessageInitShape<typeof SimilarNameSchema> {
  const { clientId, developerName, state, accountId, email } = similar;
  return {
    ...similar,
    clientId: clientId ?? "",
    developerName: developerName ?? "",
    state: state === null ? AppState.UNSPECIFIED : AppState[state],
    accountId: accountId ?? "",
    email: email ?? "",
  };
}

export function toScope(scope: UpsertedScope): MessageInitShape<typeof ScopeSchema> {
  const { name, title, description, sensitivity, retiredAt, texts, revision } = scope;
  return {
    name,
    title,
    description,
    sensitivity: ScopeSensitivity[sensitivity as Sensitivity],
    retired: retiredAt != null,
    texts: Object.entries(texts).map(([language, text]) => ({ language, ...text })),
    revision,
  };
}

export function toAuthorizeUrlResult({
  findings,
  parameters,
  app,
  testOnly,
}: AuthorizeUrlResult): MessageInitShape<typeof ValidateAuthorizeUrlResponseSchema> {
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

export function toStatisticsDay(counts: DayCounts): MessageInitShape<typeof AppStatisticsDaySchema> {
  return {
    date: counts.day,
    installs: BigInt(counts.installs),
    uninstalls: BigInt(counts.uninstalls),
    exchanges: BigInt(counts.exchanges),
    refreshes: BigInt(counts.refreshes),
    refreshFailures: BigInt(counts.refreshFailures),
    reuses: BigInt(counts.reuses),
  };
}
