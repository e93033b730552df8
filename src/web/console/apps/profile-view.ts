import type { AppProfile } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, type HtmlValue, html, safeLink } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import type { Frame } from "../../layout/frame.ts";

/** A profile field as lines of text, to show or compare. */
interface ProfileField {
  label: string;
  lines: string[];
  as?: "link" | "code";
}

function fieldsOf({ t }: Pick<Frame, "t">, profile: AppProfile): ProfileField[] {
  const { apps } = t.console;
  const one = (text: string) => (text === "" ? [] : [text]);
  return [
    { label: apps.name, lines: one(profile.name) },
    { label: apps.purpose, lines: one(profile.purpose) },
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
  /** The notice if there is no difference. */
  none: string;
}

/** The differences between the live profile and a revision, by field and line. */
export function profileDifference(frame: Frame, { live, revision, logoChanged, none }: Versions): Html {
  const { apps } = frame.t.console;
  const before = fieldsOf(frame, live);
  const rows: [string, HtmlValue][] = fieldsOf(frame, revision).flatMap(({ label, lines }, at) => {
    const old = before[at]?.lines ?? [];
    return same(old, lines) ? [] : [[label, changes(frame, old, lines)]];
  });
  if (logoChanged) rows.push([apps.logo, apps.changedMark]);
  const scopes = changes(frame, live.scopes.map(scopeLine(frame)), revision.scopes.map(scopeLine(frame)));
  if (scopes !== null) rows.push([apps.scopes.split(",")[0] ?? "", scopes]);
  return rows.length === 0
    ? html`<p class="notice notice-warn">${none}</p>`
    : html`<div class="difference">${factList(rows)}</div>`;
}

const scopeLine =
  ({ t }: Pick<Frame, "t">) =>
  ({ name, reason, optional }: AppProfile["scopes"][number]): string =>
    `${name} (${optional ? t.console.apps.optional : t.console.apps.required}): ${reason}`;

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, at) => line === right[at]);
}

/** The removed lines, then the added lines; null if only the order has changed. */
function changes({ t }: Pick<Frame, "t">, before: readonly string[], after: readonly string[]): Html | null {
  const { added, removed } = t.console.apps;
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  if (gone.length === 0 && come.length === 0) return null;
  return html`<ul>${gone.map((line) => html`<li><del><span class="sr">${removed}:</span> <span class="lines" dir="auto">${line}</span></del></li>`)}
${come.map((line) => html`<li><ins><span class="sr">${added}:</span> <span class="lines" dir="auto">${line}</span></ins></li>`)}</ul>`;
}
