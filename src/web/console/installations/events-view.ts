import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { accessEnd } from "../../components/installation/expiry-fact.ts";
import { accessEndedAt, lastFailureOf, verdictOf } from "../../components/installation/verdict.ts";
import { pathWith } from "../../components/list.ts";
import type { NoticeTone } from "../../components/notice.ts";
import { reasonName } from "../../components/reason.ts";
import { type TimelineEntry, timeline } from "../../components/timeline.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isAction } from "../audit/action-groups.ts";
import { whoOf } from "../audit/row-view.ts";

const SHOWN = 8;

const TONES: Readonly<Record<string, NoticeTone>> = {
  "installation.suspend": "warn",
  "installation.resume": "good",
  "token.exchange": "good",
  "token.reuse": "bad",
  "token.code_replay": "bad",
  "app.suspend": "bad",
  "merchant.suspend": "bad",
};

/** The newest audit events of the installation, and the way to all of them. */
export function eventsView(context: PageContext, one: Installation, events: readonly AuditEvent[]): Html {
  const { installations: texts } = context.t.console;
  const ended = accessEndedAt(one, verdictOf(one));
  const entries: TimelineEntry[] = events.slice(0, SHOWN).map((event, place) => ({
    ...{ at: event.at, tone: toneOf(event), title: titleOf(context, event, events.slice(place + 1)) },
    ...{ detail: detailOf(context, one, event), text: textOf(event) },
  }));
  const failure = failureEntry(context, one, events);
  if (failure !== null) entries.push(failure);
  if (ended !== null) entries.push({ at: ended, hourly: true, tone: "bad", title: accessEnd(context, one) });
  entries.sort((a, b) => timeOf(b) - timeOf(a));
  const all = pathWith("/console/audit", { installation: one.installationId });
  return html`<section class="card" aria-labelledby="events"><h2 id="events">${texts.events}</h2>
${entries.length === 0 ? html`<p class="muted">${texts.noEvents}</p>` : timeline(context, entries)}
<p class="links"><a href="${all}">${texts.audit}</a></p></section>`;
}

/** The last failed refresh, which the installation records; null without one, or if it is among the events as reuse. */
function failureEntry({ t }: PageContext, one: Installation, events: readonly AuditEvent[]): TimelineEntry | null {
  const { actions, failures } = t.installation;
  const failed = lastFailureOf(one);
  if (failed === null || (failed.name === "reused" && events.some(({ action }) => action === "token.reuse")))
    return null;
  return { at: failed.at, hourly: true, tone: "bad", title: actions.refresh_failed(failures[failed.name]) };
}

function timeOf({ at }: TimelineEntry): number {
  return at === undefined ? 0 : timestampMs(at);
}

/** The newest suspension by the platform; undefined if it is not among the events. */
export function platformSuspension(events: readonly AuditEvent[]): AuditEvent | undefined {
  return events.find((event) => event.action === "installation.suspend" && detailsOf(event).party === "OPERATOR");
}

/** The actions that take access away, which are shown in red if the platform took them. */
const ENDS_ACCESS: readonly string[] = ["installation.suspend", "installation.uninstall"];

function toneOf(event: AuditEvent): NoticeTone {
  const byPlatform = ENDS_ACCESS.includes(event.action) && detailsOf(event).party === "OPERATOR";
  return byPlatform ? "bad" : (TONES[event.action] ?? "plain");
}

/** The actions whose party stands in their title. */
const BY_A_PARTY: Readonly<Record<string, "suspended" | "resumed" | "uninstalled">> = {
  "installation.suspend": "suspended",
  "installation.resume": "resumed",
  "installation.uninstall": "uninstalled",
};

function titleOf({ t, platformName }: PageContext, event: AuditEvent, earlier: readonly AuditEvent[]): HtmlValue {
  const { action } = event;
  const { actions, actionsBy } = t.installation;
  const [name, party] = [BY_A_PARTY[action], wordOfParty(event)];
  if (name !== undefined && party !== null) return actionsBy[name].operator(platformName)[party];
  if (action === "token.exchange") {
    const { installed, installation_version: version = 1 } = detailsOf(event);
    if (installed === true) return version > 1 ? actions.reinstalled : actions.installed;
    return changesScopes(event, earlier) ? actions.scopes_changed : actions.connected_again;
  }
  return isAction(action) ? t.console.audit.actions[action] : html`<code>${action}</code>`;
}

/** True if a new consent granted other scopes than the one before; false if that is not known. */
function changesScopes(event: AuditEvent, earlier: readonly AuditEvent[]): boolean {
  const before = earlier.find(({ action }) => action === "token.exchange" || action === "installation.remove_scopes");
  if (before === undefined) return false;
  const [now, then] = [event, before].map((one) => JSON.stringify((detailsOf(one).scopes ?? []).toSorted()));
  return now !== then;
}

/** The account, app or key that acted, and the reason, unless the verdict shows it. */
function detailOf(context: PageContext, one: Installation, event: AuditEvent): Html {
  const { reason } = detailsOf(event);
  const isShown = reason === one.reasonCode && one.suspendedByParties.length > 0;
  const name = typeof reason === "string" && reason !== "" && !isShown && reasonName(context, reason);
  return html`${whoOf(context, event)}${name && name !== reason && html` · ${name}`}`;
}

/** The explanation of an uninstall. That of a suspension is in the installation. */
function textOf(event: AuditEvent): HtmlValue {
  const { reason_text: text } = detailsOf(event);
  return typeof text === "string" && text !== "" && html`<span class="lines" dir="auto">${text}</span>`;
}

function wordOfParty(event: AuditEvent): "app" | "merchant" | "operator" | null {
  const { party } = detailsOf(event);
  const words = ["app", "merchant", "operator"] as const;
  return words.find((word) => word.toUpperCase() === party) ?? null;
}

interface Details {
  party?: unknown;
  reason?: unknown;
  reason_text?: unknown;
  installed?: unknown;
  installation_version?: number;
  scopes?: readonly string[];
}

function detailsOf({ detailJson }: AuditEvent): Details {
  return JSON.parse(detailJson || "{}");
}
