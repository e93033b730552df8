import { isUuid } from "../../credential/uuid.ts";
import type { AppState } from "../../model/app.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { otherAccount } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface ListAppsRequest {
  /** The state of the app or of its pending revision. */
  state: AppState | null;
  developerAccountId: string | null;
  namePrefix: string | null;
  page: PageRequest;
}

/**
 * Apps by name; with `state`, least recently changed first. Developers list only their own.
 *
 * @throws RequestError OTHER_ACCOUNT, PAGE_SIZE, PAGE_TOKEN
 */
export async function listApps(
  deps: AppDependencies,
  { state, developerAccountId, namePrefix, page }: ListAppsRequest,
  call: Call,
): Promise<Page<AppDetails>> {
  const developerId = visibleDeveloper(call, developerAccountId);
  const keyset = readPageRequest(page, state === null ? ["text", "id"] : ["timestamp", "id"]);
  if ((developerId !== null && !isUuid(developerId)) || namePrefix?.includes("\0")) {
    return { items: [], nextPageToken: "" };
  }
  const { shown, next } = await deps.list.page({ state, developerId, namePrefix, ...keyset });
  const items = await deps.apps.findAll(shown.map(({ id }) => id));
  return { items, nextPageToken: toPageToken(next === null ? null : [next.key, next.id]) };
}

/** The developer whose apps are listed; null for all. */
function visibleDeveloper({ actor }: Call, requested: string | null): string | null {
  if (actor === null || actor.operator) return requested;
  if (requested !== null && requested !== actor.accountId) throw otherAccount("This is another account.");
  return actor.accountId;
}
