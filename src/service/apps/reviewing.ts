import { toScopeSet } from "../../oauth/scope.ts";
import { StorageError } from "../../observe/storage-error.ts";
import type { AppChange } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { type FieldViolation, RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { requireVerified } from "../verified-email.ts";
import { refuseViolations } from "../violations.ts";
import { changeApp, closeRevision } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { ApproveApp, Verdict } from "./operations.ts";
import { profileOf, toAppRecord } from "./record.ts";
import type { AppRecord } from "./records.ts";
import { adoptProfile, draftOf, judgeProfile } from "./reviewed.ts";
import { type AllowedStep, allowStep, takeStep } from "./steps.ts";

/** Hands what the developer wrote to the reviewers. Until now it could be incomplete, and the developer's e-mail unverified. */
export async function submitApp(deps: AppDependencies, clientId: string, call: Call): Promise<AppRecord> {
  return changeApp(deps.apps, clientId, async (change) => {
    const step = allowStep(change, call, "submit");
    requireVerified(change.app.developer);
    const { violations } = await judgeProfile(change, draftOf(change), { ...deps, complete: true });
    refuseViolations(violations);
    takeStep(change, call, step, null);
    return toAppRecord(change, deps.publicUrl);
  });
}

/** Takes a step that needs nothing else. */
export async function plainStep(
  deps: AppDependencies,
  action: "withdraw" | "start_review" | "resume",
  { clientId, call }: { clientId: string; call: Call },
): Promise<AppRecord> {
  return changeApp(deps.apps, clientId, async (change) => {
    takeStep(change, call, allowStep(change, call, action), null);
    return toAppRecord(change, deps.publicUrl);
  });
}

/** Takes a step that the developer is told the reason of. */
export async function reasonedStep(
  deps: AppDependencies,
  action: "request_changes" | "reject" | "suspend",
  { clientId, reason, call }: { clientId: string; reason: Verdict; call: Call },
): Promise<AppRecord> {
  return changeApp(deps.apps, clientId, async (change) => {
    const step = allowStep(change, call, action);
    requireRevision(change, step, reason.revision ?? null);
    refuseViolations(findReasonViolations(reason));
    takeStep(change, call, step, reason);
    return toAppRecord(change, deps.publicUrl);
  });
}

/** Makes what was reviewed the live app, with the restricted scopes that the operator allows from now on. */
export async function approveApp(deps: AppDependencies, request: ApproveApp, call: Call): Promise<AppRecord> {
  return changeApp(deps.apps, request.clientId, async (change) => {
    const { app, pending } = change;
    const step = allowStep(change, call, "approve");
    const revision = step.ofRevision ? pending! : null;
    const number = requireRevision(change, step, request.revision);
    const profile = profileOf(revision ?? app);
    const { catalogue } = await judgeProfile(change, profile, { ...deps, complete: true });
    const restricted = catalogue.filter(({ sensitivity }) => sensitivity === "RESTRICTED").map(({ name }) => name);
    refuseViolations(findAllowanceViolations(request.restrictedScopesAllowed, restricted));
    takeStep(change, call, step, null);
    const now = new Date(change.now / 1000);
    if (revision !== null) revision.decidedAt = now;
    const allowed = request.restrictedScopesAllowed;
    const refused = refusedAfter(app.restrictedScopesRefused, { restricted, allowed });
    Object.assign(app, { revision: number, approvedAt: now });
    Object.assign(app, { restrictedScopesGranted: allowed, restrictedScopesRefused: refused });
    adoptProfile(change, profile, catalogue);
    change.pending = null;
    await change.dropLogos();
    return toAppRecord(change, deps.publicUrl);
  });
}

/** The number of the revision that a step is about. @throws RequestError REVISION_CHANGED if the reviewer read another one */
function requireRevision({ app, pending }: AppChange, step: AllowedStep, read: number | null): number {
  const number = step.ofRevision ? pending!.number : app.revision;
  if (read === null || read === number) return number;
  throw new RequestError("aborted", "REVISION_CHANGED", `Revision ${number} is in review by now: read it first.`);
}

/** A refusal stands until the scope is allowed, also while it is not restricted: nobody is asked about it then. */
function refusedAfter(
  before: readonly string[],
  { restricted, allowed }: { restricted: readonly string[]; allowed: readonly string[] },
): string[] {
  return toScopeSet([...before, ...restricted]).filter((name) => !allowed.includes(name));
}

function findAllowanceViolations(allowed: readonly string[], restricted: readonly string[]): FieldViolation[] {
  return allowed.flatMap((name, at) => {
    const field = `restricted_scopes_allowed[${at}]`;
    if (!restricted.includes(name)) return [{ field, description: "The app asks for no such restricted scope." }];
    return allowed.indexOf(name) < at ? [{ field, description: "It is listed twice." }] : [];
  });
}

/** Ends the app for good. One row and one mark end every token of it, however many merchants have it installed. */
export async function archiveApp(deps: AppDependencies, clientId: string, call: Call): Promise<AppRecord> {
  const { record, appId } = await changeApp(deps.apps, clientId, async (change) => {
    const { app } = change;
    takeStep(change, call, allowStep(change, call, "archive"), null);
    app.archivedAt = new Date(change.now / 1000);
    closeRevision(change);
    const notBefore = await change.markNotBefore();
    change.publish({ subject: "APP", subjectId: app.clientId, kind: "REVOKED", notBefore });
    return { record: toAppRecord({ ...change, secrets: [] }, deps.publicUrl), appId: app.id };
  });
  await noteEnds(deps, appId);
  return record;
}

/**
 * Who polls for changes hears of the ends from the installations' own rows. The archive stands without, for whoever reads one sees it ended;
 * what is not noted here, the archived-app cleanup notes.
 */
async function noteEnds(deps: AppDependencies, appId: string): Promise<void> {
  try {
    await deps.apps.endInstallations(appId);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}
