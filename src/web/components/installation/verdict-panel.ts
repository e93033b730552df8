import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import { factList } from "../list.ts";
import { reasonName } from "../reason.ts";
import { sentenceList } from "../sentence-list.ts";
import { sinceConnected } from "../since-connected.ts";
import { statusPanel } from "../status-panel.ts";
import { formatDay, formatTimestamp } from "../timestamp.ts";
import type { Stop } from "./causes.ts";
import { isPending } from "./pending.ts";
import { recordedTime } from "./recorded-time.ts";
import { hasLostTokens, stopsOf, type Verdict } from "./verdict.ts";
import { type Audience, needsMerchant, pills, TONES, type VerdictFor } from "./verdict-view.ts";

type Facts = (readonly [HtmlValue, HtmlValue])[];

export interface VerdictPanel extends VerdictFor {
  one: Installation;
  /** More facts, such as the account that suspended it. */
  facts?: Facts;
  /** The buttons and links of the next step. */
  actions?: HtmlValue;
}

/** The verdict of a page: what is wrong, since when, who must act, and what to do. */
export function verdictPanel(frame: Frame, panel: VerdictPanel): Html {
  const { verdict, actions } = panel;
  const { title, text, facts } = contentOf(frame, panel);
  const content = html`${text && html`<p>${text}</p>`}
${facts.length > 0 && factList(facts)}
${actions && html`<div class="verdict-actions">${actions}</div>`}`;
  return statusPanel({ tone: TONES[verdict.kind], mark: pills(frame, verdict), title, content });
}

interface Content {
  title: string;
  text?: HtmlValue;
  facts: Facts;
}

function contentOf(frame: Frame, panel: VerdictPanel): Content {
  const { one, verdict, audience, facts = [] } = panel;
  const { installation: texts } = frame.t;
  switch (verdict.kind) {
    case "suspended":
    case "paused":
      return stopped(frame, panel, verdict.stops);
    case "needs_attention": {
      const { title, toDo } = texts[audience].causes[verdict.cause];
      const who = [texts.whoMustAct, whoMends(frame, audience, verdict)] as const;
      return { title, facts: [sinceOf(frame, one, verdict), who, [texts.toDo, toDo], ...facts] };
    }
    case "expires_soon": {
      const toDo = texts.expiresToDo[audience];
      // The title says in how many days.
      const expiry = [texts.expires, formatDay(frame, one.tokensExpireAt)] as const;
      return {
        title: texts.expiresTitle(verdict.days),
        facts: [expiry, [texts.whoMustAct, whoNames(frame, audience, ["app"])], [texts.toDo, toDo], ...facts],
      };
    }
    case "healthy": {
      const recovered = verdict.recovered && `${texts.recovered(texts.failures[verdict.recovered])}.`;
      return { title: texts.healthyTitle, text: recovered || texts.healthyText, facts };
    }
    case "uninstalled":
      return uninstalled(frame, panel);
    default:
      return { title: texts.pendingTitle, text: texts.pendingText, facts };
  }
}

/** True if the verdict is about the expiry of the tokens, or says that they were revoked. */
export function namesExpiry(verdict: Verdict): boolean {
  const hasExpired = verdict.kind === "needs_attention" && verdict.cause === "unrefreshed";
  return hasExpired || verdict.kind === "expires_soon" || hasLostTokens(verdict);
}

function sinceOf(frame: Frame, one: Installation, verdict: Verdict): readonly [HtmlValue, HtmlValue] {
  const { installation: texts } = frame.t;
  if (verdict.kind === "needs_attention" && verdict.cause === "unrefreshed")
    return [texts.expired, recordedTime(frame, one.tokensExpireAt)];
  if (verdict.kind === "needs_attention" && verdict.cause === "ended" && one.tokensRevoked)
    return [texts.revoked, recordedTime(frame, one.tokensExpireAt)];
  const refreshed = sinceConnected(one, one.lastRefreshedAt);
  if (refreshed === undefined) return [texts.sinceConnect, formatTimestamp(frame, one.connectedAt)];
  return [texts.sinceRefresh, recordedTime(frame, refreshed)];
}

type Actor = "app" | "merchant" | "operator";

const ACTORS: Readonly<Record<Stop, Actor>> = {
  operator: "operator",
  app_suspended: "operator",
  app_rejected: "app",
  merchant_suspended: "operator",
  merchant: "merchant",
  app: "app",
};

function stopped(frame: Frame, { one, audience, facts = [] }: VerdictPanel, stops: readonly Stop[]): Content {
  const { installation: texts } = frame.t;
  const advice = texts[audience].stops(frame.platformName);
  const reason = reasonOf(frame, one);
  const since = stoppedSince(one);
  return {
    title: advice[stops[0]!].title,
    facts: [
      ...(since === undefined ? [] : [[texts.since, formatTimestamp(frame, since)] as const]),
      ...(reason === null ? [] : [[texts.reason, reason] as const]),
      ...facts,
      [texts.whoMustAct, whoEnds(frame, audience, stops)],
      [texts.toDo, toDoOf(frame, audience, stops)],
    ],
  };
}

/** The beginning of the stop that the title names; undefined for a stop of the app, whose time is not part of the installation. */
export function stoppedSince(one: Installation): Timestamp | undefined {
  const isMerchant = stopsOf(one)[0] === "merchant_suspended";
  return (isMerchant ? one.merchantSuspendedAt : undefined) ?? one.suspendedAt;
}

/** The stops that the platform lifts after the developer has fixed the problem. */
const AFTER_A_FIX: readonly Stop[] = ["operator", "app_suspended"];

/** The parties that end the stops. The developer comes first if the platform waits for a fix. */
function whoEnds(frame: Frame, audience: Audience, stops: readonly Stop[]): string {
  const actors = new Set(stops.map((stop) => ACTORS[stop]));
  if (audience === "operator" || !stops.some((stop) => AFTER_A_FIX.includes(stop)))
    return whoNames(frame, audience, actors);
  actors.delete("app");
  return frame.t.installation.firstThen(whoNames(frame, audience, ["app"]), namesOf(frame, audience, actors));
}

/** The parties that end a problem with tokens. The developer must ask a merchant to connect again. */
function whoMends(frame: Frame, audience: Audience, verdict: Verdict): string {
  if (!needsMerchant(verdict)) return whoNames(frame, audience, ["app"]);
  const { firstThen } = frame.t.installation;
  return firstThen(whoNames(frame, audience, ["app"]), namesOf(frame, audience, ["merchant"]));
}

/** The names of parties as the start of a sentence, such as "The platform and the merchant". */
function whoNames(frame: Frame, audience: Audience, actors: Iterable<Actor>): string {
  const text = namesOf(frame, audience, actors);
  // The name of the platform keeps its own case.
  return text.startsWith(frame.platformName) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function namesOf(frame: Frame, audience: Audience, actors: Iterable<Actor>): string {
  const { who } = frame.t.installation[audience];
  const isNamed = audience === "developer";
  const names = [...actors].map((actor) => (actor === "operator" && isNamed ? frame.platformName : who[actor]));
  return sentenceList(frame.language, names);
}

/** The next step for each stop. The panel's title names the first stop, so the texts of the others start with their titles. */
function toDoOf(frame: Frame, audience: Audience, stops: readonly Stop[]): HtmlValue {
  const { installation: texts } = frame.t;
  const advice = texts[audience].stops(frame.platformName);
  const lines = stops.map((stop, at) => {
    if (at === 0) return advice[stop].toDo;
    return stop === "app" ? texts.pausedToo[audience] : `${advice[stop].title}. ${advice[stop].toDo}`;
  });
  return lines.map((line) => html`<p>${line}</p>`);
}

/** The name of the reason, if it has one, and its text. */
function reasonOf(frame: Frame, { reasonCode, reasonText, suspendedByParties }: Installation): Html | null {
  if (suspendedByParties.length === 0) return null;
  const name = reasonName(frame, reasonCode);
  const text = reasonText && html`<span class="lines" dir="auto">${reasonText}</span>`;
  if (name !== reasonCode) return html`<strong>${name}</strong>${text && html`<br>${text}`}`;
  return text === "" ? null : html`${text}`;
}

function uninstalled(frame: Frame, { one, audience, facts = [] }: VerdictPanel): Content {
  const { installation: texts } = frame.t;
  const titles: Readonly<Partial<Record<Party, string>>> = {
    [Party.APP]: texts.uninstalledTitle.app,
    [Party.MERCHANT]: texts.uninstalledTitle.merchant,
    [Party.OPERATOR]: texts.uninstalledBy(frame.platformName),
  };
  // A party's suspension stays after the uninstall, and the app cannot be installed again until that party lifts it.
  const left = stopsOf(one).filter((stop) => stop === "operator" || stop === "merchant" || stop === "app");
  const blocked = texts.blocked[audience](frame.platformName);
  const past = isPending(one) ? texts.pendingAgainText : texts.uninstalledText;
  return {
    title: titles[one.endedBy] ?? texts.uninstalledUnknown,
    text: left.length === 0 ? past : left.map((stop) => html`${blocked[stop]} `),
    facts: [[texts.since, formatTimestamp(frame, one.endedAt)], ...facts],
  };
}
