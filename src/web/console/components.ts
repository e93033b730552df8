import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { AccountState, MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Messages } from "../messages/en.ts";
import { badgeRow } from "../view/badges.ts";
import { areaField, checkField, selectField } from "../view/fields.ts";
import { csrfField, type FieldError } from "../view/form-parts.ts";
import type { Frame } from "../view/frame.ts";
import { type Html, type HtmlValue, html } from "../view/html.ts";
import { momentOf } from "../view/moment.ts";
import { linkList } from "../view/sites.ts";
import type { ConsoleVisit } from "./context.ts";
import type { Refused } from "./refusal.ts";

/** Links to the parts of the console. */
export function consoleSections(frame: Frame): Html {
  const { sections, navigation } = frame.t.console;
  const links = Object.entries(sections).map(([key, label]) => {
    if (key === "queue") return { href: "/console", label, above: null };
    return { href: `/console/${key}`, label };
  });
  return html`<nav class="sections" aria-label="${navigation}">${linkList(frame, links)}</nav>`;
}

type Tone = "good" | "warn" | "bad" | "plain";

export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge ${tone !== "plain" && `badge-${tone}`}">${text}</span>`;
}

const APP_TONES: Partial<Record<AppState, Tone>> = {
  [AppState.SUBMITTED]: "warn",
  [AppState.IN_REVIEW]: "warn",
  [AppState.APPROVED]: "good",
  [AppState.REJECTED]: "bad",
  [AppState.SUSPENDED]: "bad",
};

/** The states that an app can have, in the order of its life. */
export const APP_STATES: readonly AppState[] = Object.values(AppState).filter(
  (state) => state !== AppState.UNSPECIFIED,
);

/** An enum's value by its name in lower case, as addresses write it. */
export function wordOf(values: Readonly<Record<string, number>>, value: number): string {
  const [name = ""] = Object.entries(values).find((entry) => entry[1] === value) ?? [];
  return name.toLowerCase();
}

/** The value of an enum that an address names; null for none. */
export function valueNamed<T extends number>(values: Readonly<Record<string, T>>, word: string | null): T | null {
  const [, value = null] = Object.entries(values).find(([name]) => name.toLowerCase() === word) ?? [];
  return value;
}

/** `changes_requested` and its like: the key of the state's text, and what stands in addresses. */
export function appStateKey(state: AppState): keyof Messages["console"]["appStates"] {
  return wordOf(AppState, state) as keyof Messages["console"]["appStates"];
}

export function appStateBadge({ t }: Pick<Frame, "t">, state: AppState): Html {
  return badge(APP_TONES[state] ?? "plain", t.console.appStates[appStateKey(state)]);
}

const STANDING_TONES: Record<string, Tone> = { active: "good", suspended: "bad", pending: "warn" };

/** Where an account, a merchant or an installation stands. */
function standingBadge({ t }: Pick<Frame, "t">, word: string): Html {
  return badge(STANDING_TONES[word] ?? "plain", t.console.states[word as keyof Messages["console"]["states"]]);
}

export function accountStateBadge(frame: Pick<Frame, "t">, state: AccountState): Html {
  return standingBadge(frame, wordOf(AccountState, state));
}

export function merchantStateBadge(frame: Pick<Frame, "t">, state: MerchantState): Html {
  return standingBadge(frame, wordOf(MerchantState, state));
}

/** Where an installation stands, with what else keeps its tokens from working. */
export function installationBadges(frame: Pick<Frame, "t">, one: Installation): Html {
  const { blocks } = frame.t.console;
  const present = one.state === InstallationState.ACTIVE || one.state === InstallationState.SUSPENDED;
  return badgeRow([
    standingBadge(frame, wordOf(InstallationState, one.state)),
    present && one.appState === AppState.SUSPENDED && badge("bad", blocks.appSuspended),
    present && one.appState === AppState.REJECTED && badge("bad", blocks.appRejected),
    present && one.merchantState === MerchantState.SUSPENDED && badge("bad", blocks.merchantSuspended),
  ]);
}

export function partyName({ t }: Pick<Frame, "t">, party: Party): string {
  if (party === Party.APP) return t.console.parties.app;
  return party === Party.MERCHANT ? t.console.parties.merchant : t.console.parties.operator;
}

export function since(frame: Frame, at: Timestamp | undefined): HtmlValue {
  return momentOf(frame, at, "–");
}

/** A form that asks a list for less. */
export function filterForm({ t }: Pick<Frame, "t">, path: string, fields: readonly Html[]): Html {
  const { list } = t.console;
  return html`<form class="filters" method="get" action="${path}">
${fields}
<div class="filter-buttons"><button type="submit">${list.search}</button> <a href="${path}">${list.reset}</a></div>
</form>`;
}

export interface Button {
  label: string;
  tone?: "secondary" | "danger";
}

/** A form of one button. */
export function buttonForm({ csrfToken }: Pick<ConsoleVisit, "csrfToken">, action: string, button: Button): Html {
  return html`<form method="post" action="${action}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${button.tone}">${button.label}</button></form>`;
}

type ReasonKind = keyof Pick<Messages["console"]["reasons"], "review" | "suspension">;

/** The code and the words that go with a verdict. */
export function reasonFields(
  { t }: Pick<Frame, "t">,
  { kind, refused, wordless }: { kind: ReasonKind; refused: Refused | null; wordless?: boolean },
): Html {
  const { reasons } = t.console;
  const faults: readonly FieldError[] = refused?.faults ?? [];
  const options = Object.entries<string>(reasons[kind]).map(([value, label]) => ({ value, label }));
  const label = wordless ? `${reasons.text} (${reasons.optional})` : reasons.text;
  return html`${selectField(
    {
      name: "reason_code",
      label: reasons.code,
      options: [{ value: "", label: reasons.choose }, ...options],
      value: refused?.fields.one("reason_code") ?? "",
    },
    faults,
  )}
${areaField({ name: "reason_text", label, value: refused?.fields.one("reason_text") ?? "", optional: wordless === true, rows: 4 }, faults)}`;
}

/** What a reason's code means, of whichever list it is; the code itself for one that no list of ours has. */
export function reasonName({ t }: Pick<Frame, "t">, code: string): string {
  const known: Record<string, string> = { ...t.console.reasons.suspension, ...t.console.reasons.review };
  return Object.hasOwn(known, code) ? known[code]! : code;
}

/** A reason as it was given. */
export function reasonText(frame: Pick<Frame, "t">, reason: { reasonCode: string; reasonText: string }): Html | null {
  if (reason.reasonCode === "" && reason.reasonText === "") return null;
  return html`<strong>${reasonName(frame, reason.reasonCode)}</strong>${reason.reasonText && html`<br><span class="lines" dir="auto">${reason.reasonText}</span>`}`;
}

/** The box without which nothing that cannot be undone is done. */
export function confirmBox(text: string): Html {
  return checkField({ id: "confirm", name: "confirm", label: text, required: true });
}
