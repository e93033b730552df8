import { storedSkeletonsOf } from "../../model/name-skeletons.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import type { NamedRow } from "../../store/apps/similar-names.ts";

/** The name of an app or an account that resembles the name of the app in review or of its developer. */
export type SimilarName = NamedRow;

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
  const named = [...found, ...others].map(({ name: other, clientId, accountId }) => ({
    name: other,
    clientId,
    accountId,
  }));
  const byText = new Map(named.map((one) => [JSON.stringify(one), one]));
  return chooseNames([...byText.values()]);
}

function chooseNames(names: readonly SimilarName[]): SimilarName[] {
  const apps = names.filter(({ accountId }) => accountId === null);
  const accounts = names.filter(({ accountId }) => accountId !== null);
  const places = Math.max(MAX_RESULTS / 2, MAX_RESULTS - apps.length);
  const shown = accounts.slice(0, places);
  return [...apps.slice(0, MAX_RESULTS - shown.length), ...shown];
}
