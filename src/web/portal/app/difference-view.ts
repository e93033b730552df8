import type { App, AppProfile, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import { breakable } from "../../components/long-values.ts";
import { isRefusedNow, scopeDecision } from "../../components/scope-decision.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Messages } from "../../messages.en.ts";

interface Change {
  field: string;
  before: readonly string[];
  after: readonly string[];
}

interface DifferenceFacts {
  app: App;
  catalogue: readonly Scope[];
}

/** The differences between the live app and the pending revision, by field. */
export function differenceTable(frame: Frame, facts: DifferenceFacts): Html | null {
  const { t } = frame;
  const { app } = facts;
  const { profile: live, pending } = app;
  if (live === undefined || pending?.profile === undefined) return null;
  const { difference } = t.portal.app;
  const changes = changesOf(frame, facts, { live, next: pending.profile });
  if (app.logoDigest !== pending.logoDigest) {
    const said = (digest: string) => [digest === "" ? difference.noLogo : difference.logo(digest.slice(0, 6))];
    changes.push({ field: t.portal.form.logo, before: said(app.logoDigest), after: said(pending.logoDigest) });
  }
  const rows = changes.map(({ field, before, after }) => [
    html`<strong>${field}</strong>`,
    lines(t, before, { other: after, mark: "del" }),
    lines(t, after, { other: before, mark: "ins" }),
  ]);
  const columns = [difference.field, difference.live, difference.pending];
  return html`<div class="difference">${listTable({ caption: difference.title, columns, rows, none: difference.none })}</div>`;
}

function changesOf(
  { t, platformName }: Frame,
  { app, catalogue }: DifferenceFacts,
  { live, next }: { live: AppProfile; next: AppProfile },
): Change[] {
  const { form } = t.portal;
  const { fields, difference } = t.portal.app;
  // The order of scopes means nothing.
  const isRefused = (name: string) => scopeDecision(app, name, catalogue) === "refused";
  const scopes = ({ scopes }: AppProfile, refused: (name: string) => boolean) =>
    scopes.toSorted(byName).map(({ name, reason, optional }) => {
      const marks = [optional ? difference.optional : difference.required];
      if (refused(name)) marks.push(t.scopes.decisions(platformName).refused.mark);
      return `${name} (${marks.map(inSentence).join(", ")}): ${reason}`;
    });
  const start = ({ platformStart }: AppProfile) => [form.startValues(platformName)[platformStart ? "platform" : "app"]];
  const all: Change[] = [
    { field: form.name, before: [live.name], after: [next.name] },
    { field: form.purpose, before: [live.purpose], after: [next.purpose] },
    { field: fields.website, before: [live.website], after: [next.website] },
    { field: fields.support, before: [live.supportContact], after: [next.supportContact] },
    { field: fields.privacyPolicy, before: [live.privacyPolicy ?? ""], after: [next.privacyPolicy ?? ""] },
    { field: form.redirectUris, before: live.redirectUris, after: next.redirectUris },
    {
      field: form.scopes,
      before: scopes(live, (name) => isRefusedNow(app, name, catalogue)),
      after: scopes(next, isRefused),
    },
    { field: fields.launchUrl, before: [live.launchUrl], after: [next.launchUrl] },
    { field: form.start, before: start(live), after: start(next) },
  ];
  return all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

function byName(left: { name: string }, right: { name: string }): number {
  return left.name < right.name ? -1 : 1;
}

/** The text of a badge in the form for use within a sentence. */
function inSentence(mark: string): string {
  return mark.charAt(0).toLowerCase() + mark.slice(1);
}

/** The values of one side. Values that are missing on the other side are marked. */
function lines(
  t: Messages,
  values: readonly string[],
  { other, mark }: { other: readonly string[]; mark: "del" | "ins" },
): Html {
  const shown = values.filter((value) => value !== "");
  if (shown.length === 0) return html`<span class="muted">${t.portal.app.difference.empty}</span>`;
  const items = shown.map((value) => {
    const text = breakable(value);
    if (other.includes(value)) return html`<li dir="auto">${text}</li>`;
    return mark === "del" ? html`<li dir="auto"><del>${text}</del></li>` : html`<li dir="auto"><ins>${text}</ins></li>`;
  });
  return html`<ul class="plain-list">${items}</ul>`;
}
