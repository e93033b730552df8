import { storedSkeletonsOf } from "../../model/name-skeletons.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import type { NamedRow } from "../../store/apps/similar-names.ts";
import { findLookalikes, type Lookalike } from "./lookalikes.ts";

/** The name of an app or an account that resembles the name of the app in review or of its developer. */
export interface SimilarName extends NamedRow {
  /** The name that it resembles. If it resembles both, this is the app's. */
  similarTo: string;
  lookalikes: Lookalike[];
}

/**
 * The maximum number of reported names: half for apps and half for accounts. If one kind has fewer names, the other kind gets its places.
 */
const MAX_RESULTS = 20;

export interface ReviewedNames {
  appId: string;
  name: string;
  developer: { id: string; name: string };
}

/**
 * Compares the app's name with the names of other apps and of accounts, and the developer's name with those of other apps and of developers
 * who have apps. Returns the names that look alike.
 */
export async function findSimilarNames(
  store: Pick<AppStore, "findSimilarNames" | "listOutdatedNames">,
  { appId, name, developer }: ReviewedNames,
): Promise<SimilarName[]> {
  const ofApp = storedSkeletonsOf(name);
  const all = [...new Set([...ofApp, ...storedSkeletonsOf(developer.name)])];
  const except = { appId, developerId: developer.id };
  const [found, outdated] = await Promise.all([
    store.findSimilarNames({ ofApp, all, except, limit: MAX_RESULTS }),
    store.listOutdatedNames(except),
  ]);
  const others = outdated.filter(({ name: other, comparesDeveloper }) => {
    const wanted = comparesDeveloper ? all : ofApp;
    return storedSkeletonsOf(other).some((skeleton) => wanted.includes(skeleton));
  });
  const named = [...found, ...others.map(({ comparesDeveloper: _, ...row }) => row)];
  const byText = new Map(named.map((one) => [JSON.stringify(one), one]));
  return chooseNames([...byText.values()]).map((one) => compare(one, [name, developer.name]));
}

function compare(named: NamedRow, reviewed: readonly [string, string]): SimilarName {
  for (const similarTo of reviewed) {
    const lookalikes = findLookalikes(similarTo, named.name);
    if (lookalikes !== null) return { ...named, similarTo, lookalikes };
  }
  // Truncated skeletons can be equal although the names are not.
  return { ...named, similarTo: reviewed[0], lookalikes: [] };
}

function chooseNames(names: readonly NamedRow[]): NamedRow[] {
  const apps = names.filter(({ accountId }) => accountId === null);
  const accounts = names.filter(({ accountId }) => accountId !== null);
  const places = Math.max(MAX_RESULTS / 2, MAX_RESULTS - apps.length);
  const shown = accounts.slice(0, places);
  return [...apps.slice(0, MAX_RESULTS - shown.length), ...shown];
}
