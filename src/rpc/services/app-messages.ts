import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type AppHistoryEntry,
  AppHistoryEntrySchema,
  type AppProfile as AppProfileMessage,
  AppProfileSchema,
  type AppSchema,
  type AppSecret,
  AppSecretSchema,
  AppState,
  RefreshMode,
  type Scope,
  ScopeSchema,
  type SimilarNameSchema,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type {
  AppProfile,
  AppRecord,
  HistoryRecord,
  RevisionRecord,
  ScopeRecord,
  SecretRecord,
  SimilarName,
} from "../../service/apps/records.ts";
import { nameOf, orNull, toTimestamp } from "./fields.ts";

/** An app as the contract shows it. */
export function toApp(app: AppRecord): MessageInitShape<typeof AppSchema> {
  return {
    clientId: app.clientId,
    state: AppState[app.state],
    developerAccountId: app.developerAccountId,
    developerName: app.developerName,
    confidential: app.confidential,
    refreshMode: RefreshMode[app.refreshMode],
    accessTokenTtl: app.accessTokenTtl ?? 0,
    refreshTokenTtl: app.refreshTokenTtl ?? 0,
    profile: toProfile(app.profile),
    revision: app.revision,
    pending: app.pending === null ? undefined : toRevision(app.pending),
    restrictedScopesAllowed: app.restrictedScopesAllowed,
    secrets: app.secrets.map(toSecret),
    installUrl: app.installUrl ?? "",
    logoDigest: app.profile.logoDigest ?? "",
    reasonCode: app.reasonCode ?? "",
    reasonText: app.reasonText ?? "",
    createdAt: toTimestamp(app.createdAt),
    updatedAt: toTimestamp(app.updatedAt),
  };
}

function toRevision(revision: RevisionRecord) {
  return {
    number: revision.number,
    state: AppState[revision.state],
    profile: toProfile(revision.profile),
    updatedAt: toTimestamp(revision.updatedAt),
    logoDigest: revision.profile.logoDigest ?? "",
  };
}

function toProfile(profile: AppProfile): AppProfileMessage {
  return create(AppProfileSchema, {
    name: profile.name,
    purpose: profile.purpose,
    website: profile.website ?? "",
    supportContact: profile.supportContact ?? "",
    redirectUris: profile.redirectUris,
    scopes: profile.scopes.map(({ name, reason, required }) => ({ name, reason, optional: !required })),
    launchUrl: profile.launchUrl ?? "",
    webhookUrl: profile.webhookUrl ?? "",
    platformStart: profile.platformStart,
  });
}

/** The profile that a request brings; an absent one is empty. */
export function fromProfile(message: AppProfileMessage | undefined): AppProfile {
  const profile = message ?? create(AppProfileSchema);
  return {
    name: profile.name,
    purpose: profile.purpose,
    website: orNull(profile.website),
    supportContact: orNull(profile.supportContact),
    redirectUris: profile.redirectUris,
    scopes: profile.scopes.map(({ name, reason, optional }) => ({ name, reason, required: !optional })),
    launchUrl: orNull(profile.launchUrl),
    webhookUrl: orNull(profile.webhookUrl),
    platformStart: profile.platformStart,
  };
}

/** A secret without its value. */
export function toSecret(secret: SecretRecord): AppSecret {
  return create(AppSecretSchema, {
    secretId: secret.secretId,
    hint: secret.hint,
    createdAt: toTimestamp(secret.createdAt),
    endsAt: toTimestamp(secret.endsAt),
    lastUsedAt: toTimestamp(secret.lastUsedAt),
  });
}

/** A step of an app's history. */
export function toHistoryEntry(entry: HistoryRecord): AppHistoryEntry {
  return create(AppHistoryEntrySchema, {
    action: entry.action,
    state: AppState[entry.state],
    revision: entry.revision ?? 0,
    accountId: entry.accountId ?? "",
    accountName: entry.accountName ?? "",
    reasonCode: entry.reasonCode ?? "",
    reasonText: entry.reasonText ?? "",
    at: toTimestamp(entry.at),
  });
}

/** An entry of the scope catalogue. */
export function toScope(scope: ScopeRecord): Scope {
  return create(ScopeSchema, { ...scope, sensitivity: ScopeSensitivity[scope.sensitivity] });
}

/** The scope that a request brings; a sensitivity left out is NORMAL. */
export function fromScope(message: Scope | undefined): ScopeRecord {
  const { name, title, description, sensitivity, retired } = message ?? create(ScopeSchema);
  return {
    name,
    title,
    description,
    sensitivity: nameOf(ScopeSensitivity, sensitivity, "scope.sensitivity") ?? "NORMAL",
    retired,
  };
}

export function toSimilarName({ name, clientId, accountId }: SimilarName): MessageInitShape<typeof SimilarNameSchema> {
  return { name, clientId: clientId ?? "", accountId: accountId ?? "" };
}
