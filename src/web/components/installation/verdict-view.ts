import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { badge, badgeRow, type Tone } from "../badges.ts";
import { wordOf } from "../enum-names.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import { reasonName } from "../reason.ts";
import { formatTimestamp } from "../timestamp.ts";
import type { Cause, Stop } from "./causes.ts";
import { EXPIRY_SHOWN_DAYS } from "./expiry-fact.ts";
import { isPending } from "./pending.ts";
import type { Verdict } from "./verdict.ts";

/** The reader of the page, who is addressed in its texts. */
export type Audience = "developer" | "operator";

export const TONES: Readonly<Record<Verdict["kind"], Exclude<Tone, "label">>> = {
  needs_attention: "warn",
  suspended: "bad",
  paused: "warn",
  expires_soon: "warn",
  healthy: "good",
  uninstalled: "plain",
  pending: "plain",
};

/** The causes that end only with a new consent. */
const NEEDS_MERCHANT: readonly Cause[] = ["expired", "reused", "ended", "unrefreshed"];

export function needsMerchant(verdict: Verdict): boolean {
  return verdict.kind === "needs_attention" && NEEDS_MERCHANT.includes(verdict.cause);
}

/** The verdict in a list: a badge in its colour, and the reason in one line. */
export function verdictCell(frame: Frame, one: Installation, { verdict, audience }: VerdictFor): Html {
  const reason = reasonLine(frame, one, { verdict, audience });
  return html`<span class="verdict-pill">${pills(frame, verdict)}</span>${reason && html`<br><small class="muted">${reason}</small>`}`;
}

export interface VerdictFor {
  verdict: Verdict;
  audience: Audience;
}

/** The badge of the verdict; of a stopped installation, one for each kind of stop. */
export function pills(frame: Pick<Frame, "t">, verdict: Verdict): Html {
  const names = pillNames(frame, verdict);
  if (verdict.kind !== "suspended" && verdict.kind !== "paused")
    return badgeRow(names.map((name) => badge(TONES[verdict.kind], name)));
  const { paused } = frame.t.installation.pills;
  return badgeRow(names.map((name) => badge(name === paused ? "warn" : "bad", name)));
}

function pillNames({ t }: Pick<Frame, "t">, verdict: Verdict): string[] {
  const texts = t.installation.pills;
  if (verdict.kind !== "suspended" && verdict.kind !== "paused") return [texts[verdict.kind]];
  const names: Readonly<Record<Stop, string>> = {
    operator: texts.suspended,
    app_suspended: t.blocks.appSuspended,
    app_rejected: t.blocks.appRejected,
    merchant_suspended: t.blocks.merchantSuspended,
    merchant: texts.paused,
    app: texts.paused,
  };
  return [...new Set(verdict.stops.map((stop) => names[stop]))];
}

/** The verdict of a file, in the words of the list: the badges, and the reason of one that needs attention or is stopped. */
export function verdictWords(frame: Frame, one: Installation, { verdict, audience }: VerdictFor) {
  const isExplained = ["needs_attention", "suspended", "paused"].includes(verdict.kind);
  return {
    status: pillNames(frame, verdict).join(", "),
    reason: isExplained ? String(reasonLine(frame, one, { verdict, audience })) : "",
  };
}

function reasonLine(frame: Frame, one: Installation, { verdict, audience }: VerdictFor): HtmlValue {
  const { installation: texts } = frame.t;
  switch (verdict.kind) {
    case "needs_attention": {
      const name = verdict.cause === "unrefreshed" ? texts.unrefreshed : texts.failures[verdict.cause];
      return `${name} · ${(needsMerchant(verdict) ? texts.mustConnect : texts.mustFix)[audience]}`;
    }
    case "expires_soon":
      return texts.expiresIn(verdict.days);
    case "healthy": {
      const { days, recovered } = verdict;
      const parts = [
        recovered && texts.recovered(texts.failures[recovered]),
        days !== null && days < EXPIRY_SHOWN_DAYS && texts.expiresIn(days),
      ].filter(Boolean);
      return parts.join(" · ");
    }
    case "suspended":
    case "paused":
      return partiesLine(frame, one, audience);
    case "uninstalled":
      return uninstalledLine(frame, one, audience);
    default:
      return "";
  }
}

/** The party that uninstalled the app, and when; that it is allowed again and has not finished connecting. */
function uninstalledLine(frame: Frame, one: Installation, audience: Audience): HtmlValue {
  const { endedBy, endedAt } = one;
  const texts = frame.t.installation;
  const names = { ...texts.byParty[audience](frame.platformName), app: texts.byApp };
  const by = endedBy !== Party.UNSPECIFIED && html`${names[wordOf(Party, endedBy) as keyof typeof names]} · `;
  return html`${by}${formatTimestamp(frame, endedAt, "")}${isPending(one) && ` · ${texts.pills.pending}`}`;
}

/** The parties that suspended the installation itself, and the name of the reason; only the platform suspends apps and merchants. */
function partiesLine(frame: Frame, one: Installation, audience: Audience): string {
  const { byParty, actionsBy } = frame.t.installation;
  const { suspendedByParties: parties, reasonCode } = one;
  const names = byParty[audience](frame.platformName);
  if (parties.length === 0) return names.operator;
  const wordIn = (texts: typeof names, party: Party) => texts[wordOf(Party, party) as keyof typeof names];
  const name = reasonName(frame, reasonCode);
  const reason = name === reasonCode ? "" : name;
  if (parties.length === 1 || !parties.includes(Party.OPERATOR))
    return `${parties.map((party) => wordIn(names, party)).join(", ")}${reason && `: ${reason}`}`;
  // Beside a suspension by the platform, the reason of a pause is not kept.
  const acts = actionsBy.suspended[audience](frame.platformName);
  return parties
    .map((party) => `${wordIn(acts, party)}${party === Party.OPERATOR && reason ? ` (${reason})` : ""}`)
    .join(" · ");
}
