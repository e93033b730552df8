import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Account, AccountState, MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import { appStateKey, wordOf } from "./enum-names.ts";
import { type Html, html } from "./html.ts";
import { isPending } from "./installation/pending.ts";

/** Badges separated by spaces, so that screen readers and copies do not join their texts. */
export function badgeRow(badges: readonly (Html | null | false | undefined)[]): Html {
  return html`${badges.filter(Boolean).map((badge, at) => html`${at > 0 && " "}${badge}`)}`;
}

/**
 * Each colour has one meaning. `good` (green): fine; `warn` (amber): needs action by the reader; `bad` (red): blocked; `plain` (grey):
 * inactive, or waits for another reader; `label` (outlined): a kind or a role, which is no state.
 */
export type Tone = "good" | "warn" | "bad" | "plain" | "label";

export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge ${tone !== "label" && `badge-${tone}`}">${text}</span>`;
}

/** The sensitivity of a scope: `sensitive` is amber, `restricted` strong amber, and `normal`, which needs no care, only outlined. */
export function sensitivityMark(sensitivity: ScopeSensitivity, text: string): Html {
  if (sensitivity === ScopeSensitivity.SENSITIVE) return badge("warn", text);
  if (sensitivity !== ScopeSensitivity.RESTRICTED) return badge("label", text);
  return html`<span class="badge badge-warn badge-strong">${text}</span>`;
}

/** The two who act in a review. */
export type AppReader = "developer" | "operator";

/** The reader who acts next. For the other one, the app only waits. */
const WAITS_FOR: Partial<Record<AppState, AppReader>> = {
  [AppState.SUBMITTED]: "operator",
  [AppState.IN_REVIEW]: "operator",
  [AppState.CHANGES_REQUESTED]: "developer",
};

const APP_TONES: Partial<Record<AppState, Tone>> = {
  [AppState.APPROVED]: "good",
  [AppState.REJECTED]: "bad",
  [AppState.SUSPENDED]: "bad",
};

export function appTone(state: AppState, reader: AppReader): Tone {
  return WAITS_FOR[state] === reader ? "warn" : (APP_TONES[state] ?? "plain");
}

export function appStateBadge({ t }: Pick<Frame, "t">, state: AppState, reader: AppReader): Html {
  return badge(appTone(state, reader), t.appStates[appStateKey(state)]);
}

const STANDING_TONES: Record<string, Tone> = { active: "good", suspended: "bad", pending: "warn" };

function standingBadge({ t }: Pick<Frame, "t">, word: string): Html {
  return badge(STANDING_TONES[word] ?? "plain", t.states[word as keyof Messages["states"]]);
}

export function accountStateBadge(frame: Pick<Frame, "t">, { state, closed }: Pick<Account, "state" | "closed">): Html {
  return standingBadge(frame, closed ? "closed" : wordOf(AccountState, state));
}

export function merchantStateBadge(frame: Pick<Frame, "t">, state: MerchantState): Html {
  return standingBadge(frame, wordOf(MerchantState, state));
}

/** True if the tokens of an active installation have expired or were revoked. */
export function hasExpired({ state, tokensExpireAt }: Installation): boolean {
  return state === InstallationState.ACTIVE && tokensExpireAt !== undefined && timestampMs(tokensExpireAt) < Date.now();
}

/** The state of an installation, with the same words for all roles: the platform suspends, while merchant and developer pause. */
export function installationStateBadge({ t }: Pick<Frame, "t">, one: Installation): Html {
  const { state, suspendedByParties } = one;
  if (hasExpired(one)) return badge("warn", one.tokensRevoked ? t.states.revoked : t.states.expired);
  const isPaused = suspendedByParties.length > 0 && !suspendedByParties.includes(Party.OPERATOR);
  if (state === InstallationState.SUSPENDED && isPaused) return badge("warn", t.states.paused);
  return standingBadge({ t }, isPending(one) ? "pending" : wordOf(InstallationState, state));
}
