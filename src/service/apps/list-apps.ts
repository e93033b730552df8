import { isUuid } from "../../credential/uuid.ts";
import type { AppState } from "../../model/app.ts";
import type { AppRow } from "../../store/apps/app-rows.ts";
import type { AppSort } from "../../store/apps/app-search.ts";
import type { AppCounts } from "../../store/apps/app-states.ts";
import type { ResubmissionRow } from "../../store/apps/resubmissions.ts";
import type { AttentionCount } from "../../store/installations/installation-counts.ts";
import type { Call } from "../call.ts";
import { type KeyColumn, type Page, readPageRequest, toPageToken } from "../page.ts";
import { isSearchable, readSearch, type SearchRequest } from "../search-request.ts";
import { chooseTeam } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface ListAppsRequest extends SearchRequest<AppSort> {
  /** The state of the app or of its pending revision. */
  state: AppState | null;
  developerAccountId: string | null;
  namePrefix: string | null;
  /** Only apps that may request the scope. */
  scope?: string | null;
  /** True: with `counts`. */
  withStateCounts?: boolean;
  /** True: with `similarlyNamed`, except for a developer. */
  withSimilarlyNamed?: boolean;
  /** True: with `attentionCounts`. */
  withAttentionCounts?: boolean;
  /** True: with `resubmissions`. */
  withResubmissions?: boolean;
}

export interface ListedApps extends Page<AppRow> {
  /** Null unless the request asks for it. */
  counts: AppCounts | null;
  /** The client ids of the listed apps whose name is similar to another one. */
  similarlyNamed: string[];
  /** Those of the listed apps that have installations that need attention. */
  attentionCounts: AttentionCount[];
  /** Those of the listed apps that a review returned since their last approval. */
  resubmissions: ResubmissionRow[];
}

/** The counts of states stop here. */
const MAX_COUNTED = 1_000;

/**
 * Lists apps by name, with `state` the least recently changed first, in the states of the review queue the longest waiting first, or in the
 * order of `sort`. Developers list the apps of one team, by default their own.
 * @throws RequestError OTHER_ACCOUNT, PAGE_SIZE, PAGE_TOKEN, INVALID
 */
export async function listApps(deps: AppDependencies, request: ListAppsRequest, call: Call): Promise<ListedApps> {
  const developerId = visibleDeveloper(call, request.developerAccountId);
  const searched = searchOf(request);
  const { state, namePrefix, scope = null } = request;
  const keyset = readPageRequest(request.page, ORDER_KEYS[searched?.sort ?? (state === null ? "NAME" : "UPDATED")]);
  if (
    (developerId !== null && !isUuid(developerId)) ||
    !isSearchable(searched?.search ?? namePrefix) ||
    !isSearchable(scope)
  ) {
    return { items: [], nextPageToken: "", counts: null, similarlyNamed: [], attentionCounts: [], resubmissions: [] };
  }
  const { shown, next } =
    searched === null
      ? await deps.list.page({ state, developerId, namePrefix, ...keyset })
      : await deps.list.search({ state, developerId, scope, ...searched, ...keyset });
  const ids = shown.map(({ id }) => id);
  const mayCompare = call.actor === null || call.actor.operator;
  const [items, counts, similarlyNamed, attentionCounts, resubmissions] = await Promise.all([
    deps.list.rows(ids),
    request.withStateCounts === true ? deps.list.countStates(developerId, MAX_COUNTED) : null,
    request.withSimilarlyNamed === true && mayCompare ? deps.list.similarlyNamed(ids) : [],
    request.withAttentionCounts === true ? deps.list.countAttention(ids) : [],
    request.withResubmissions === true ? deps.list.resubmissions(ids) : [],
  ]);
  const nextPageToken = toPageToken(next === null ? null : [next.key, next.id]);
  return { items, nextPageToken, counts, similarlyNamed, attentionCounts, resubmissions };
}

const ORDER_KEYS: Record<AppSort, KeyColumn[]> = {
  NAME: ["text", "id"],
  CREATED: ["text", "id"],
  UPDATED: ["timestamp", "id"],
  INSTALLATIONS: ["timestamp", "id"],
};

/** @throws RequestError INVALID */
function searchOf(request: ListAppsRequest) {
  const order = request.state === null ? "NAME" : "UPDATED";
  const filters = { scope: request.scope ?? null };
  return readSearch<AppSort>(request, { prefix: request.namePrefix, field: "name_prefix", order, filters });
}

/** The developer whose apps are listed; null for all. */
function visibleDeveloper({ actor }: Call, requested: string | null): string | null {
  if (actor === null || actor.operator) return requested;
  return chooseTeam(actor, requested);
}
