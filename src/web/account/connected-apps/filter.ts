import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { hasExpired } from "../../components/badges.ts";
import { isHeldByOthers } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import type { Order } from "../../components/sort.ts";

/** The groups of the list, in its order. */
export const GROUPS = ["attention", "active", "paused", "uninstalled"] as const;

export type Group = (typeof GROUPS)[number];

export const SORT_KEYS = ["state", "name", "used", "connected"] as const;
export const DEFAULT_ORDER = { key: "state", descending: false } as const;

export type AppOrder = Order<(typeof SORT_KEYS)[number]>;

/** The filter and the order in the query of the page. */
export interface AppFilter {
  /** A part of the app's or the developer's name; empty for all. */
  search: string;
  group: Group | null;
  order: AppOrder;
}

/** The group of an app. Apps that only the merchant paused need no attention. */
export function groupOf(one: Installation): Group {
  if (isPending(one)) return "attention";
  if (one.state === InstallationState.UNINSTALLED) return "uninstalled";
  if (hasExpired(one) || isStopped(one)) return "attention";
  return one.suspendedByParties.includes(Party.MERCHANT) ? "paused" : "active";
}

/** True if the platform or the developer stopped an installed app, so that its merchant cannot make it work again. */
export function isStopped(one: Installation): boolean {
  return isAppStopped(one) || isHeldByOthers(one);
}

/** True if the platform stopped the app for all shops. */
export function isAppStopped({ appState }: Installation): boolean {
  return appState === AppState.SUSPENDED || appState === AppState.REJECTED;
}

/** The apps whose name, or whose developer's name, contains the text. */
export function findApps(all: readonly Installation[], search: string, language: string): Installation[] {
  const text = search.trim().toLocaleLowerCase(language);
  return all.filter(({ appName, developerName }) =>
    [appName, developerName].some((name) => name.toLocaleLowerCase(language).includes(text)),
  );
}

/** Sorts by group, and in each group by name. */
export function sortApps(all: readonly Installation[], language: string): Installation[] {
  const order = new Intl.Collator(language, { numeric: true });
  const rank = (one: Installation) => GROUPS.indexOf(groupOf(one));
  return all.toSorted((one, other) => rank(one) - rank(other) || order.compare(one.appName, other.appName));
}
