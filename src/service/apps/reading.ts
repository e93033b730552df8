import { isUuid } from "../../credential/uuid.ts";
import type { WholeApp } from "../../store/apps/apps.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { checkAccess, visibleDeveloper } from "./access.ts";
import { findApp } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { AppDetails, AppFilter } from "./operations.ts";
import { toAppRecord, toHistoryRecord } from "./record.ts";
import type { AppRecord, SimilarName } from "./records.ts";
import { findSimilarNames } from "./similar-names.ts";

const HISTORY_LENGTH = 100;

/** One app and how it came to be. */
export async function getApp(deps: AppDependencies, clientId: string, call: Call): Promise<AppDetails> {
  const whole = await findApp(deps.apps, clientId);
  checkAccess(call, whole.app.developer.id, "read");
  const [history, installationCount, similarNames] = await Promise.all([
    deps.apps.history(whole.app.id, HISTORY_LENGTH),
    deps.apps.countInstallations(whole.app.id),
    actsForPlatform(call) ? similarNamesOf(deps, whole) : [],
  ]);
  // A developer learns what was said of the app, and not who of the platform said it.
  const named = (accountId: string) => actsForPlatform(call) || accountId === call.actor?.accountId;
  return {
    app: toAppRecord(whole, deps.publicUrl),
    history: history.map((step) => toHistoryRecord(step, named)),
    installationCount,
    similarNames,
  };
}

/** A reviewer is warned of names that others have; nobody else learns which names there are. */
async function similarNamesOf(deps: AppDependencies, { app, pending }: WholeApp): Promise<SimilarName[]> {
  const { state, name } = pending ?? app;
  if (state !== "SUBMITTED" && state !== "IN_REVIEW") return [];
  const others = await deps.apps.listNames({ appId: app.id, developerId: app.developer.id });
  return findSimilarNames([name, app.developer.name], others);
}

const NOTHING: Page<AppRecord> = { items: [], nextPageToken: "" };

/** Apps: of a state, the longest unchanged first; else by name. */
export async function listApps(
  deps: AppDependencies,
  { filter, page }: { filter: AppFilter; page: PageRequest },
  call: Call,
): Promise<Page<AppRecord>> {
  const { state, namePrefix } = filter;
  const developerId = visibleDeveloper(call, filter.developerAccountId);
  const keyset = readPageRequest(page, state === null ? ["text", "id"] : ["moment", "id"]);
  if ((developerId !== null && !isUuid(developerId)) || namePrefix?.includes("\0")) return NOTHING;
  const { shown, next } = await deps.list.page({ state, developerId, namePrefix, ...keyset });
  const apps = await deps.apps.findAll(shown.map(({ id }) => id));
  return {
    items: apps.map((whole) => toAppRecord(whole, deps.publicUrl)),
    nextPageToken: toPageToken(next === null ? null : [next.key, next.id]),
  };
}
