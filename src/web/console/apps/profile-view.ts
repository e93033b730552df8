import type { AppProfile } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, type HtmlValue, html, safeLink } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import type { Frame } from "../../layout/frame.ts";
import type { AppFacts } from "./facts.ts";
import { mostSensitiveFirst, sensitivityBadge } from "./scopes-view.ts";
import { markWords } from "./word-changes.ts";

/** A profile field as lines of text, to show or compare. */
interface ProfileField {
  label: string;
  lines: string[];
  as?: "link" | "code" | "prose";
}

function fieldsOf({ t }: Pick<Frame, "t">, profile: AppProfile): ProfileField[] {
  const { apps } = t.console;
  const one = (text: string) => (text === "" ? [] : [text]);
  return [
    { label: apps.name, lines: one(profile.name) },
    { label: apps.purpose, lines: one(profile.purpose), as: "prose" },
    { label: apps.website, lines: one(profile.website), as: "link" },
    { label: apps.support, lines: one(profile.supportContact), as: "link" },
    { label: apps.privacyPolicy, lines: one(profile.privacyPolicy ?? ""), as: "link" },
    { label: apps.redirectUris, lines: profile.redirectUris, as: "code" },
    { label: apps.launchUrl, lines: one(profile.launchUrl), as: "code" },
    { label: apps.webhookUrl, lines: one(profile.webhookUrl), as: "code" },
    { label: apps.platformStart, lines: [profile.platformStart ? apps.yes : apps.no] },
  ];
}

/** The profile as the developer wrote it. Redirect URIs are not links. */
export function profileFacts(frame: Frame, profile: AppProfile): Html {
  const { empty, hosts } = frame.t.console.apps;
  const facts: [string, HtmlValue][] = fieldsOf(frame, profile).map(({ label, lines, as }) => [
    label,
    lines.length === 0 ? empty : shown(lines, as),
  ]);
  return factList([...facts, [hosts, shown(hostsOf(profile), "code")]]);
}

/** The hosts of all URLs. Listed separately, because a host is easy to overlook in a long URL. */
function hostsOf({ website, privacyPolicy = "", redirectUris, launchUrl, webhookUrl }: AppProfile): string[] {
  const addresses = [website, privacyPolicy, ...redirectUris, launchUrl, webhookUrl].filter((address) =>
    URL.canParse(address),
  );
  return [...new Set(addresses.map((address) => new URL(address).host || new URL(address).protocol))];
}

function shown(lines: readonly string[], as?: ProfileField["as"]): HtmlValue {
  const items = lines.map((line) => {
    if (as === "code") return html`<code dir="auto">${line}</code>`;
    const href = as === "link" ? safeLink(line) : null;
    if (href !== null) return html`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${line}</a>`;
    return html`<span class="lines" dir="auto">${line}</span>`;
  });
  return items.length === 1 ? items[0] : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

export interface Versions {
  live: AppProfile;
  revision: AppProfile;
  logoChanged: boolean;
  catalogue: AppFacts["catalogue"];
  /** The notice if there is no difference. */
  none: string;
}

/** The differences between the live profile and a revision, by field and line. */
export function profileDifference(frame: Frame, { live, revision, logoChanged, catalogue, none }: Versions): Html {
  const { apps } = frame.t.console;
  const before = fieldsOf(frame, live);
  const rows: [string, HtmlValue][] = fieldsOf(frame, revision).flatMap(({ label, lines, as }, at) => {
    const old = before[at]?.lines ?? [];
    const line = (text: string) => ({ key: as === "prose" ? "" : text, text });
    return same(old, lines) ? [] : [[label, changes(frame, old.map(line), lines.map(line))]];
  });
  if (logoChanged) rows.push([apps.logo, apps.changedMark]);
  const scopes = changes(frame, scopeLines(frame, live, catalogue), scopeLines(frame, revision, catalogue));
  if (scopes !== null) rows.push([apps.scopes.split(",")[0] ?? "", scopes]);
  return rows.length === 0
    ? html`<p class="notice notice-warn">${none}</p>`
    : html`<div class="difference">${factList(rows)}</div>`;
}

/** A line of text. If both versions have a line with its key, the words of the two are compared. */
interface Line {
  key: string;
  text: string;
  /** Before the text; only scopes have it. */
  scope?: { name: string; badge: Html; note: string };
}

function scopeLines(frame: Frame, { scopes }: AppProfile, catalogue: AppFacts["catalogue"]): Line[] {
  const { optional: optionalWord, required } = frame.t.console.apps;
  return mostSensitiveFirst(scopes, catalogue).map(({ name, reason, optional }) => ({
    key: name,
    text: reason,
    scope: {
      name,
      badge: sensitivityBadge(frame, catalogue.get(name)),
      note: ` (${optional ? optionalWord : required}): `,
    },
  }));
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, at) => line === right[at]);
}

/**
 * The removed lines, each before the line that replaces it, then the other added lines; of scopes, the added ones come first. Null if only
 * the order has changed.
 */
function changes(frame: Pick<Frame, "t">, before: readonly Line[], after: readonly Line[]): Html | null {
  const missingIn = (others: readonly Line[]) => (line: Line) =>
    !others.some((other) => wholeLine(other) === wholeLine(line));
  const gone = before.filter(missingIn(after));
  const come = after.filter(missingIn(before));
  if (gone.length === 0 && come.length === 0) return null;
  const items = gone.map((line) => {
    const next = come.find(({ key }) => key === line.key);
    return next === undefined ? removedLine(frame, line) : replacement(frame, line, next);
  });
  const others = come.filter(({ key }) => !gone.some((line) => line.key === key));
  const [newScopes, newLines] = [others.filter(({ scope }) => scope), others.filter(({ scope }) => !scope)];
  return html`<ul>${newScopes.map((line) => addedLine(frame, line))}${items}${newLines.map((line) => addedLine(frame, line))}</ul>`;
}

const headOf = ({ scope }: Line) => (scope ? `${scope.name}${scope.note}` : "");
const wholeLine = (line: Line) => `${headOf(line)}${line.text}`;

/** Of a removed scope, only the name is struck through. */
function removedLine(frame: Pick<Frame, "t">, { scope, text }: Line): Html {
  return scope ? removed(frame, html`<mark>${scope.name}</mark>${scope.note}${text}`, "in-part") : removed(frame, text);
}

function addedLine(frame: Pick<Frame, "t">, { scope, text }: Line): Html {
  return added(frame, scope ? html`${scope.name} ${scope.badge}${scope.note}${text}` : text);
}

function replacement(frame: Pick<Frame, "t">, before: Line, after: Line): Html {
  const text = markWords(before.text, after.text);
  if (text === null) return html`${removed(frame, wholeLine(before))}${added(frame, wholeLine(after))}`;
  const [old, current] = [headOf(before), headOf(after)];
  const head = markWords(old, current) ?? { before: old, after: current };
  return html`${removed(frame, [head.before, text.before], "in-part")}${added(frame, [head.after, text.after], "in-part")}`;
}

function removed({ t }: Pick<Frame, "t">, line: HtmlValue, extent = ""): Html {
  return html`<li class="${extent}"><del><span class="sr">${t.console.apps.removed}:</span> <span class="lines" dir="auto">${line}</span></del></li>`;
}

function added({ t }: Pick<Frame, "t">, line: HtmlValue, extent = ""): Html {
  return html`<li class="${extent}"><ins><span class="sr">${t.console.apps.added}:</span> <span class="lines" dir="auto">${line}</span></ins></li>`;
}
