import { timestampMs } from "@bufbuild/protobuf/wkt";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  type Installation,
  InstallationAction,
  type InstallationHistoryEntry,
  Party,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { accessEnd } from "../../components/installation/expiry-fact.ts";
import { accessEndedAt, lastFailureOf, type Verdict } from "../../components/installation/verdict.ts";
import type { NoticeTone } from "../../components/notice.ts";
import { reasonName } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { type TimelineEntry, timeline } from "../../components/timeline.ts";
import type { PageContext } from "../../router/page-router.ts";

const HOUR = 3_600_000;

export interface HistoryView {
  one: Installation;
  verdict: Verdict;
  history: readonly InstallationHistoryEntry[];
  /** The address of the charts of the app. */
  charts: string;
}

/** The recorded events of an installation, with its last refresh and its last failure. Newest first. Omits facts of the verdict. */
export function historyView(context: PageContext, { one, verdict, history, charts }: HistoryView): Html {
  const texts = context.t.portal.installations;
  const entries = [
    ...history.map((entry, at) => {
      const newest = history.find(({ action, party }) => action === entry.action && party === entry.party);
      const isCurrent = newest === entry && isStated(one, entry);
      return entryOf(context, { entry, earlier: history.slice(at + 1), isCurrent });
    }),
    ...recorded(context, { one, verdict, history }),
  ];
  const known = entries.filter(({ at }) => at !== undefined).sort((a, b) => timestampMs(b.at!) - timestampMs(a.at!));
  return html`<section class="card" aria-labelledby="events"><h2 id="events">${texts.events}</h2>
${timeline(context, known)}
<p class="muted"><small>${texts.eventsNote} <a href="${charts}">${texts.eventsCharts}</a></small></p></section>`;
}

const TONES: Partial<Record<InstallationAction, NoticeTone>> = {
  [InstallationAction.INSTALLED]: "good",
  [InstallationAction.CONNECTED_AGAIN]: "good",
  [InstallationAction.RESUMED]: "good",
  [InstallationAction.SUSPENDED]: "warn",
  [InstallationAction.SCOPES_REMOVED]: "warn",
  [InstallationAction.REFRESH_TOKEN_REUSED]: "bad",
  [InstallationAction.CODE_REUSED]: "bad",
};

/** The actions that take access away, which are shown in red if the platform took them. */
const ENDS_ACCESS: readonly InstallationAction[] = [InstallationAction.SUSPENDED, InstallationAction.UNINSTALLED];

/** The actions after which the granted scopes may be others. */
const CHANGES_SCOPES: readonly InstallationAction[] = [
  InstallationAction.CONNECTED_AGAIN,
  InstallationAction.SCOPES_REMOVED,
];

type Texts = PageContext["t"]["installation"];

/** The actions whose party stands in their title. */
const BY_A_PARTY: Partial<Record<InstallationAction, keyof Texts["actionsBy"]>> = {
  [InstallationAction.SUSPENDED]: "suspended",
  [InstallationAction.RESUMED]: "resumed",
  [InstallationAction.UNINSTALLED]: "uninstalled",
};

function byParty({ t, platformName }: PageContext, action: keyof Texts["actionsBy"], party: Party): string {
  return t.installation.actionsBy[action].developer(platformName)[wordOf(Party, party) as "app"];
}

interface Recorded {
  entry: InstallationHistoryEntry;
  earlier: readonly InstallationHistoryEntry[];
  /** True if the verdict shows its reason. */
  isCurrent: boolean;
}

/** True if this is the reason of the installation's suspension by this party. */
function isStated(one: Installation, { action, party, reasonCode }: InstallationHistoryEntry): boolean {
  const isStop = action === InstallationAction.SUSPENDED && one.suspendedByParties.includes(party);
  return isStop && reasonCode === one.reasonCode;
}

function entryOf(context: PageContext, { entry, earlier, isCurrent }: Recorded): TimelineEntry {
  const texts = context.t.installation;
  const { at, action, party, version } = entry;
  const change = CHANGES_SCOPES.includes(action) ? scopeChange(context, entry, earlier) : "";
  const byPlatform = ENDS_ACCESS.includes(action) && party === Party.OPERATOR;
  const title = () => {
    const { actions } = texts;
    if (action === InstallationAction.INSTALLED) return version > 1 ? actions.reinstalled : actions.installed;
    if (change !== "" && action === InstallationAction.CONNECTED_AGAIN) return actions.scopes_changed;
    const name = BY_A_PARTY[action];
    if (name !== undefined && party !== Party.UNSPECIFIED) return byParty(context, name, party);
    return actions[wordOf(InstallationAction, action) as "unspecified"];
  };
  const reason = reasonName(context, entry.reasonCode);
  const detail = [!isCurrent && reason !== entry.reasonCode && reason, change].filter(Boolean).join(" · ");
  const text = entry.reasonText !== "" && html`<span class="lines" dir="auto">${entry.reasonText}</span>`;
  return { at, tone: byPlatform ? "bad" : (TONES[action] ?? "plain"), title: title(), detail, text };
}

/** The scopes that a new consent, or the merchant without one, added or removed; empty if none, or if the scopes before it are not known. */
function scopeChange(
  { t }: PageContext,
  { scopes }: InstallationHistoryEntry,
  earlier: readonly InstallationHistoryEntry[],
): string {
  const before = earlier.find((entry) => entry.scopes.length > 0)?.scopes;
  if (before === undefined) return "";
  const added = scopes.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !scopes.includes(name));
  const { installation: texts } = t;
  return [added.length > 0 && texts.added(added.join(", ")), removed.length > 0 && texts.removed(removed.join(", "))]
    .filter(Boolean)
    .join(" · ");
}

/** The events that the installation itself records. Its first and its last event are there even if their audit events were removed. */
function recorded(context: PageContext, { one, verdict, history }: Omit<HistoryView, "charts">) {
  const texts = context.t.installation;
  const { actions, failures } = texts;
  const has = (action: InstallationAction, near: number, hours: number) =>
    history.some((entry) => entry.action === action && Math.abs(timestampMs(entry.at!) - near) < hours * HOUR);
  const entries: TimelineEntry[] = [];
  const refreshed = sinceConnected(one, one.lastRefreshedAt);
  if (refreshed !== undefined) entries.push({ at: refreshed, hourly: true, tone: "good", title: actions.refreshed });
  const failed = lastFailureOf(one);
  const isReuse = failed?.name === "reused" && has(InstallationAction.REFRESH_TOKEN_REUSED, timestampMs(failed.at), 1);
  if (failed !== null && !isReuse)
    entries.push({ at: failed.at, hourly: true, tone: "bad", title: actions.refresh_failed(failures[failed.name]) });
  const ended = accessEndedAt(one, verdict);
  if (ended !== null) entries.push({ at: ended, hourly: true, tone: "bad", title: accessEnd(context, one) });
  if (one.merchantState === MerchantState.SUSPENDED && one.merchantSuspendedAt !== undefined) {
    const { title } = texts.developer.stops(context.platformName).merchant_suspended;
    entries.push({ at: one.merchantSuspendedAt, tone: "bad", title });
  }
  if (one.connectedAt && !has(InstallationAction.INSTALLED, timestampMs(one.connectedAt), 1))
    entries.push({ at: one.connectedAt, tone: "good", title: actions.installed });
  if (one.endedAt && !has(InstallationAction.UNINSTALLED, timestampMs(one.endedAt), 1)) {
    const isKnown = one.endedBy !== Party.UNSPECIFIED;
    entries.push({
      at: one.endedAt,
      title: isKnown ? byParty(context, "uninstalled", one.endedBy) : actions.uninstalled,
    });
  }
  return entries;
}
