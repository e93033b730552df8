import type { App } from "../../model/app.ts";
import type { AuditAction } from "../../model/audit-action.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import type { AppAction } from "../../oauth/app-state.ts";
import { isClientId } from "../../oauth/parameters.ts";
import type { AppChange, NewHistory } from "../../store/apps/app-change.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { AppOwner } from "../../store/apps/app-owner.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { appNotFound } from "./access.ts";
import type { ReviewedProfile } from "./profile.ts";

/** @throws RequestError NOT_FOUND */
export async function findApp(store: AppStore, clientId: string): Promise<AppDetails> {
  const details = isClientId(clientId) ? await store.find(clientId) : null;
  if (details === null) throw appNotFound();
  return details;
}

/** @throws RequestError NOT_FOUND */
export async function findAppOwner(store: Pick<AppStore, "findOwner">, clientId: string): Promise<AppOwner> {
  const owner = isClientId(clientId) ? await store.findOwner(clientId) : null;
  if (owner === null) throw appNotFound();
  return owner;
}

/** Locks an app and changes it in one transaction. @throws RequestError NOT_FOUND */
export async function changeApp<T extends object>(
  store: AppStore,
  clientId: string,
  work: (change: AppChange) => Promise<T>,
): Promise<T> {
  const result = isClientId(clientId) ? await store.change(clientId, work) : null;
  if (result === null) throw appNotFound();
  return result;
}

export function touch({ app, now }: AppChange): void {
  app.updatedAt = new Date(now / 1000);
}

export function auditChange(change: AppChange, call: Call, action: AuditAction, detail: AuditDetail = {}): void {
  change.audit(toAuditRow(call, { action, clientId: change.app.clientId, detail }));
}

type HistoryStep = Pick<NewHistory, "revision" | "fromState" | "toState"> & {
  action: AppAction | "create" | "discard_revision";
  reason?: { code: string; text: string } | null;
  /** The developer's note of a submission. */
  note?: string;
  /** The profile that was reviewed, at the end of a review. */
  profile?: ReviewedProfile | null;
  /** The requested restricted scopes that a decision refuses. */
  refusedScopes?: string[] | null;
};

/** Adds a step to the history, which developers and reviewers read, and audits it. */
export function addHistory(
  change: AppChange,
  call: Call,
  { action, reason, note = "", profile = null, refusedScopes = null, ...states }: HistoryStep,
): void {
  change.addHistory({
    ...states,
    action,
    actorId: call.actor?.accountId ?? null,
    callerName: call.actor === null ? call.caller.name : null,
    reasonCode: reason?.code ?? null,
    reasonText: reason?.text ?? (note || null),
    profile,
    refusedScopes,
  });
  auditChange(change, call, `app.${action}`, {
    state: states.toState,
    revision: states.revision,
    reason: reason?.code,
    reason_text: reason?.text,
  });
}

/** Removes the pending revision permanently. */
export function closeRevision(change: AppChange): void {
  const { pending } = change;
  if (pending === null) return;
  pending.state = "ARCHIVED";
  pending.decidedAt = pending.updatedAt = new Date(change.now / 1000);
  change.pending = null;
}

/** @throws RequestError STATE for an archived app */
export function requireNotArchived(app: App): void {
  if (app.state === "ARCHIVED") throw wrongState("The app is archived.");
}

export function wrongState(message: string): RequestError {
  return new RequestError("failed_precondition", "STATE", message);
}
