import { isUuid } from "../../credential/uuid.ts";
import type { AppHistory } from "../../model/app-history.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { EndedSecret } from "../../store/apps/ended-secret.ts";
import type { ListedAuditEvent } from "../../store/audit/audit-list.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { checkAccess } from "./access.ts";
import { findApp } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import { findLastChange } from "./last-change.ts";
import { findSimilarNames, type SimilarName } from "./similar-names.ts";

export interface AppOverview extends AppDetails {
  /** Newest first, at most 100. */
  history: HistoryEntry[];
  installationCount: number;
  /** Null for more than 1,000 installations. */
  expiredInstallationCount: number | null;
  /** The names that resemble the app's or its developer's; only for operators and service keys, while a review is open. */
  similarNames: SimilarName[];
  /** The last change of the draft, if it was asked for. */
  lastChange: ListedAuditEvent | null;
  /** The requested secret, if it has stopped working. */
  endedSecret: EndedSecret | null;
}

/** A step of the history. Developers see the names of their team's members, but not those of operators and service keys. */
export interface HistoryEntry {
  step: AppHistory;
  actorName: string | null;
  /** The name of the service key that acted. */
  callerName: string | null;
}

const HISTORY_LENGTH = 100;
/** Only the developer's team takes these steps in a session. */
const TEAM_ACTIONS: readonly string[] = ["create", "submit", "withdraw", "discard_revision"];

interface GetAppInput {
  clientId: string;
  withLastChange?: boolean;
  endedSecretId?: string;
}

/** @throws RequestError NOT_FOUND, also without access to the app */
export async function getApp(
  deps: AppDependencies,
  { clientId, withLastChange = false, endedSecretId = "" }: GetAppInput,
  call: Call,
): Promise<AppOverview> {
  const details = await findApp(deps.apps, clientId);
  const { app } = details;
  checkAccess(call, app.developer.id, "read");
  const forPlatform = actsForPlatform(call);
  const [history, archivedByTeam, installations, similarNames, lastChange, endedSecret] = await Promise.all([
    deps.apps.history(app.id, HISTORY_LENGTH),
    !forPlatform && app.state === "ARCHIVED" && deps.apps.isArchivedByTeam(app.id),
    deps.apps.countInstallations(app.id),
    forPlatform ? similarNamesOf(deps, details, call) : [],
    withLastChange ? findLastChange(deps, clientId) : null,
    isUuid(endedSecretId) ? deps.apps.findEndedSecret(app.id, endedSecretId) : null,
  ]);
  const byTeam = (action: string) => TEAM_ACTIONS.includes(action) || (action === "archive" && archivedByTeam);
  const isSelf = ({ id }: { id: string }) => id === call.actor?.accountId;
  const toEntry = (step: AppHistory) => {
    const { actor } = step;
    const isVisible = actor != null && (forPlatform || byTeam(step.action) || isSelf(actor));
    return { step, actorName: isVisible ? actor.name : null, callerName: (forPlatform && step.callerName) || null };
  };
  const { count: installationCount, expired: expiredInstallationCount } = installations;
  const visible = forPlatform ? history : history.filter(({ action }) => action !== "take_over");
  const counts = { installationCount, expiredInstallationCount };
  return { ...details, ...counts, history: visible.map(toEntry), similarNames, lastChange, endedSecret };
}

/** A service key that reads apps need not have the permission to read accounts, so it gets no address. */
async function similarNamesOf(deps: AppDependencies, { app, pending }: AppDetails, call: Call): Promise<SimilarName[]> {
  const { state, name } = pending ?? app;
  if (state !== "SUBMITTED" && state !== "IN_REVIEW") return [];
  const found = await findSimilarNames(deps.apps, { appId: app.id, name, developer: app.developer });
  return call.actor === null ? found.map((one) => ({ ...one, email: null })) : found;
}
