import type { App } from "../../model/app.ts";
import type { AppAction, AppState } from "../../oauth/app-state.ts";
import { isClientId } from "../../oauth/parameters.ts";
import type { AppChange, AppStore, NewHistory, WholeApp } from "../../store/apps/apps.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { appNotFound } from "./access.ts";

/** Changes an app under its lock and gives what `work` gives. @throws RequestError NOT_FOUND */
export async function changeApp<T>(
  store: AppStore,
  clientId: string,
  work: (change: AppChange) => Promise<T>,
): Promise<T> {
  const result = isClientId(clientId) ? await store.change(clientId, async (change) => [await work(change)]) : null;
  if (result === null) throw appNotFound();
  return result[0] as T;
}

/** @throws RequestError NOT_FOUND */
export async function findApp(store: AppStore, clientId: string): Promise<WholeApp> {
  const whole = isClientId(clientId) ? await store.find(clientId) : null;
  if (whole === null) throw appNotFound();
  return whole;
}

/** True where what is reviewed works already, so that changes of it wait in a revision of their own. */
export function isLive(state: AppState): boolean {
  return state === "APPROVED" || state === "SUSPENDED";
}

/** Notes that an app, and its revision if that is what it is about, changed now. */
export function touch(change: AppChange): void {
  const now = new Date(change.now / 1000);
  change.app.updatedAt = now;
}

/** Tells an action in the audit. */
export function audit(change: AppChange, call: Call, action: string, detail: Record<string, unknown> = {}): void {
  change.audit(toAuditRow(call, { action, clientId: change.app.clientId, detail }));
}

export type Step = Pick<NewHistory, "revision" | "fromState" | "toState"> & {
  action: AppAction | "create" | "discard_revision";
  reason?: { code: string; text: string } | null;
};

/** Writes a step into the history that developer and reviewers read, and into the audit. */
export function record(change: AppChange, call: Call, step: Step): void {
  const { action, reason, ...rest } = step;
  change.addHistory({
    ...rest,
    action,
    actorId: call.actor?.accountId ?? null,
    callerName: call.actor === null ? call.caller.name : null,
    reasonCode: reason?.code ?? null,
    reasonText: reason?.text ?? null,
  });
  audit(change, call, `app.${action}`, { state: step.toState, revision: step.revision, reason: reason?.code });
}

/** Tells the feed if the app's working scopes became fewer: every token of it is worth less from this commit on. */
export function tellNarrowed(change: AppChange, before: readonly string[]): void {
  const { clientId, registeredScopes } = change.app;
  if (before.every((scope) => registeredScopes.includes(scope))) return;
  change.publish({ subject: "APP", subjectId: clientId, kind: "SCOPES_REDUCED" });
}

/** @throws RequestError STATE for an app that ended */
export function requireStanding(app: App): void {
  if (app.state === "ARCHIVED") throw refuseState("The app is archived, for good.");
}

export function refuseState(message: string): RequestError {
  return new RequestError("failed_precondition", "STATE", message);
}

/** Takes the pending revision away, for good. */
export function closeRevision(change: AppChange): void {
  const { pending } = change;
  if (pending === null) return;
  pending.state = "ARCHIVED";
  pending.decidedAt = pending.updatedAt = new Date(change.now / 1000);
  change.pending = null;
}
