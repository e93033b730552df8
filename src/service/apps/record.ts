import type { App } from "../../model/app.ts";
import type { AppHistory } from "../../model/app-history.ts";
import type { AppRevision } from "../../model/app-revision.ts";
import type { AppSecret } from "../../model/app-secret.ts";
import type { WholeApp } from "../../store/apps/apps.ts";
import { toMicros } from "../micros.ts";
import type { AppRecord, HistoryRecord, ReviewedProfile, RevisionRecord, SecretRecord } from "./records.ts";

/** An app as the operations show it. `publicUrl` has no trailing slash. */
export function toAppRecord({ app, pending, secrets }: WholeApp, publicUrl: string): AppRecord {
  const spoken = pending !== null && !isStopped(app) && pending.reasonCode ? pending : app;
  return {
    clientId: app.clientId,
    state: app.state,
    developerAccountId: app.developer.id,
    developerName: app.developer.name,
    confidential: app.confidential,
    refreshMode: app.refreshMode,
    accessTokenTtl: app.accessTokenTtl ?? null,
    refreshTokenTtl: app.refreshTokenTtl ?? null,
    profile: profileOf(app),
    revision: app.revision,
    pending: pending === null ? null : toRevisionRecord(pending),
    restrictedScopesAllowed: app.restrictedScopesGranted,
    secrets: secrets.map(toSecretRecord),
    installUrl: app.state === "APPROVED" ? `${publicUrl}/install/${app.clientId}` : null,
    reasonCode: spoken.reasonCode ?? null,
    reasonText: spoken.reasonText ?? null,
    createdAt: toMicros(app.createdAt),
    updatedAt: toMicros(app.updatedAt),
  };
}

/** What was said of the app itself weighs more than what was said of its revision. */
function isStopped(app: App): boolean {
  return app.state === "SUSPENDED" || app.state === "ARCHIVED";
}

function toRevisionRecord(revision: AppRevision): RevisionRecord {
  const { number, state, updatedAt } = revision;
  return { number, state, profile: profileOf(revision), updatedAt: toMicros(updatedAt) };
}

/** The fields that are reviewed, of an app or of a revision. */
export function profileOf(row: App | AppRevision): ReviewedProfile {
  return {
    name: row.name,
    purpose: row.purpose,
    website: row.website ?? null,
    supportContact: row.supportContact ?? null,
    redirectUris: row.redirectUris,
    scopes: row.scopes.map(({ name, reason, required }) => ({ name, reason, required })),
    launchUrl: row.launchUrl ?? null,
    webhookUrl: row.webhookUrl ?? null,
    platformStart: row.platformStart,
    logoDigest: row.logoDigest ?? null,
  };
}

/** A secret without its value. */
export function toSecretRecord(secret: AppSecret): SecretRecord {
  return {
    secretId: secret.id,
    hint: secret.hint,
    createdAt: toMicros(secret.createdAt),
    endsAt: secret.retiresAt == null ? null : toMicros(secret.retiresAt),
    lastUsedAt: secret.lastUsedAt == null ? null : toMicros(secret.lastUsedAt),
  };
}

/** A step of an app's history. @param named whose name is told */
export function toHistoryRecord(step: AppHistory, named: (accountId: string) => boolean): HistoryRecord {
  return {
    action: step.action,
    state: step.toState,
    revision: step.revision ?? null,
    accountId: step.actor?.id ?? null,
    accountName: step.actor != null && named(step.actor.id) ? step.actor.name : null,
    reasonCode: step.reasonCode ?? null,
    reasonText: step.reasonText ?? null,
    at: toMicros(step.at),
  };
}
