import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type Installation,
  InstallationAction,
  type InstallationHistoryEntry,
  Party,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo } from "../../components/app-card.ts";
import { type Html, html } from "../../components/html.ts";
import { listEnd, noEntries } from "../../components/list.ts";
import type { NoticeTone } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { type TimelineEntry, timeline } from "../../components/timeline.ts";
import type { TrailFrame } from "../../components/trail.ts";
import type { Frame } from "../../layout/frame.ts";
import type { AppHistory } from "./history.ts";
import { reasonGiven } from "./reasons-view.ts";
import { appCrumbs, appPath } from "./row-view.ts";

export interface HistoryView {
  one: Installation;
  history: AppHistory;
  /** The scopes by name, with the retired ones. */
  scopes: ReadonlyMap<string, Scope>;
  /** The account of the reader. */
  accountId: string;
}

/** The newest events on the page of an app, with a link to all of them; null without events. */
export function historyCard(frame: Frame, view: HistoryView): Html | null {
  const { history } = frame.t.connected;
  const entries = entriesOf(frame, view);
  const hasMore = view.history.next !== "";
  if (entries.length === 0 && !hasMore) return null;
  return html`<section class="card" aria-labelledby="history"><h2 id="history">${history.title}</h2>
${timeline(frame, entries)}
${hasMore && html`<p><small><a href="${historyPath(view.one)}">${history.all}</a></small></p>`}</section>`;
}

/** The page with all events of an app. */
export function historyPage(frame: Frame & TrailFrame, view: HistoryView): Html {
  const { connected } = frame.t;
  const { one, history } = view;
  const { clientId, appName: name, logoDigest } = one;
  const entries = entriesOf(frame, view);
  const { token, next } = history;
  const list = { path: historyPath(one), filter: {}, none: connected.history.none, rows: entries, token, next };
  const image = appLogo(frame, { clientId, name, logoDigest });
  return html`${pageHeader(frame, { crumbs: appCrumbs(frame, one), image, title: connected.history.of(name) })}
<section class="card app-history">${entries.length === 0 ? noEntries(frame, list) : timeline(frame, entries)}
${listEnd(frame, { ...list, counted: false, order: frame.t.list.newestFirst })}</section>`;
}

function historyPath(one: Installation): string {
  return `${appPath(one)}/history`;
}

/** The events of the page. The last page also has what the installation itself records, for which there may be no event any more. */
function entriesOf(frame: Frame, view: HistoryView): TimelineEntry[] {
  const { history } = view;
  const entries = history.entries.map((entry) => entryOf(frame, view, entry));
  if (history.next !== "" || history.token !== "") return entries;
  const all = [...entries, ...recorded(frame, view)];
  return all.sort((one, other) => timestampMs(other.at!) - timestampMs(one.at!));
}

const TONES: Partial<Record<InstallationAction, NoticeTone>> = {
  [InstallationAction.INSTALLED]: "good",
  [InstallationAction.CONNECTED_AGAIN]: "good",
  [InstallationAction.RESUMED]: "good",
  [InstallationAction.SUSPENDED]: "warn",
};

function entryOf(frame: Frame, view: HistoryView, entry: InstallationHistoryEntry): TimelineEntry {
  const { at, action, party } = entry;
  const isBlocked = action === InstallationAction.SUSPENDED && party === Party.OPERATOR;
  const permissions = permissionsOf(frame, view, entry);
  return {
    at,
    exact: true,
    tone: isBlocked ? "bad" : (TONES[action] ?? "plain"),
    title: titleOf(frame, entry),
    by: actorOf(frame, view, entry),
    detail: reasonGiven(frame, entry) ?? permissions,
  };
}

function titleOf(
  { t }: Frame,
  { action, party, version, addedScopes, removedScopes }: InstallationHistoryEntry,
): string {
  const { actions } = t.connected.history;
  const isOperator = party === Party.OPERATOR;
  if (action === InstallationAction.INSTALLED) return version > 1 ? actions.installedAgain : actions.installed;
  if (action === InstallationAction.CONNECTED_AGAIN || action === InstallationAction.SCOPES_REMOVED) {
    const [added, removed] = [addedScopes.length, removedScopes.length];
    if (added > 0 && removed > 0) return actions.permissionsChanged;
    if (added > 0) return actions.allowed(added);
    return action === InstallationAction.SCOPES_REMOVED || removed > 0
      ? actions.removed(removed)
      : actions.connectedAgain;
  }
  if (action === InstallationAction.SUSPENDED) return isOperator ? actions.suspended : actions.paused;
  if (action === InstallationAction.RESUMED) return isOperator ? actions.unsuspended : actions.resumed;
  return action === InstallationAction.UNINSTALLED ? actions.uninstalled : actions.changed;
}

/** "by Mira", "by Marta (you)", "by the developer"; "by a member of your shop" for an account that is no longer a member. */
function actorOf(frame: Frame, { accountId }: HistoryView, entry: InstallationHistoryEntry): Html | string {
  if (entry.accountId === "" || PARTIES.includes(entry.party)) return partyOf(frame, entry.party);
  return byPerson(frame, { name: entry.accountName, isReader: entry.accountId === accountId });
}

/** "by Marta (you)". */
export function byPerson(frame: Frame, { name, isReader }: { name: string; isReader: boolean }): Html {
  const { connectedBy, isYou } = frame.t.connected;
  return html`${connectedBy} <span dir="auto">${personName(frame, name)}</span>${isReader && ` ${isYou}`}`;
}

/** The parties other than the merchant, whose accounts are not named. */
const PARTIES: readonly Party[] = [Party.APP, Party.OPERATOR];

function partyOf({ t, platformName }: Frame, party: Party): string {
  const { by } = t.connected.history;
  if (party === Party.APP) return by.developer;
  return party === Party.OPERATOR ? by.platform(platformName) : by.shop;
}

/** The permissions that an install allowed, or that a later event changed. A title that says the change has only their names below it. */
function permissionsOf({ t }: Frame, { scopes }: HistoryView, entry: InstallationHistoryEntry): string {
  const { allowed, notAllowed } = t.connected.history;
  const isInstall = entry.action === InstallationAction.INSTALLED;
  const named = (names: readonly string[]) => names.map((name) => scopes.get(name)?.title || name).join(", ");
  const added = isInstall ? entry.scopes : entry.addedScopes;
  const { removedScopes: removed } = entry;
  if (!isInstall && (added.length === 0 || removed.length === 0)) return named([...added, ...removed]);
  return [added.length > 0 && allowed(named(added)), removed.length > 0 && notAllowed(named(removed))]
    .filter((text) => text !== false)
    .join(" · ");
}

/** The install and the end of the connection, if the events do not have them. */
function recorded(frame: Frame, { one, history, accountId }: HistoryView): TimelineEntry[] {
  const { actions } = frame.t.connected.history;
  const has = (action: InstallationAction) => history.entries.some((entry) => entry.action === action);
  const { connectedByName: name, connectedAt, endedAt, endedBy } = one;
  const by = name !== "" && byPerson(frame, { name, isReader: one.connectedByAccountId === accountId });
  const title = one.version > 1 ? actions.installedAgain : actions.installed;
  const entries: TimelineEntry[] = [
    ...(has(InstallationAction.INSTALLED) ? [] : [{ at: connectedAt, exact: true, tone: "good" as const, title, by }]),
    ...(has(InstallationAction.UNINSTALLED)
      ? []
      : [
          {
            at: endedAt,
            exact: true,
            title: actions.uninstalled,
            by: endedBy !== Party.UNSPECIFIED && partyOf(frame, endedBy),
          },
        ]),
  ];
  return entries.filter(({ at }) => at !== undefined);
}
