import { type App, AppState, type DraftChange, RefreshMode } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { wordOf } from "../../components/enum-names.ts";
import type { FieldError } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type ChangedField, otherChangeNotice, storedChoice } from "../../components/other-change.ts";
import { formatZoned } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { authorOf } from "../author.ts";
import { pathOf } from "../own-app.ts";
import { labelOf } from "./field-errors.ts";
import { type AppForm, askedScopes } from "./form.ts";
import type { Merged } from "./merge.ts";
import { sectionId } from "./sections.ts";

/** A change of the app after the form was opened. */
export interface Conflict extends Omit<Merged, "form"> {
  /** The form with the stored values. */
  stored: AppForm;
  /** Undefined: unknown. */
  lastChange: DraftChange | undefined;
}

/** Says who changed the app after the form was opened, when, and which fields. */
export function conflictNotice(context: PageContext, app: App, { taken, both, stored, lastChange }: Conflict): Html {
  const { title, changed } = context.t.portal.form.conflict;
  const by = lastChange && html`${changed} ${authorOf(context, lastChange)}, ${formatZoned(context, lastChange.at)}`;
  const toField = (field: string): ChangedField => ({
    id: field === "redirect_uris" ? sectionId("redirects") : field,
    label: labelOf(context.t, stored, field) ?? field,
  });
  return otherChangeNotice(context, {
    ...{ title, by: by ?? null, href: pathOf(app) },
    taken: taken.map(toField),
    both: both.map((field) => ({ ...toField(field), stored: listOf(field, stored) })),
  });
}

/** The stored values of fields with several values; null for other fields, which offer their value. */
function listOf(field: string, stored: AppForm): HtmlValue {
  if (field === "redirect_uris") {
    const uris = stored.redirectUris.filter((uri) => uri !== "");
    return html`<ul>${uris.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>`;
  }
  if (field !== "scopes") return null;
  const items = askedScopes(stored).map(
    ({ scope, reason }) =>
      html`<li><code>${scope.name}</code>${reason && html` <span dir="auto">${reason}</span>`}</li>`,
  );
  return html`<ul>${items}</ul>`;
}

/** The stored values of the fields that both changed, where one value can be chosen. */
export function storedChoices({ t }: Pick<PageContext, "t">, { both, stored }: Conflict): FieldError[] {
  const mode = wordOf(RefreshMode, stored.refreshMode);
  const modes: Readonly<Record<string, readonly [label: string, hint: string]>> = t.portal.form.refreshModes;
  const values: Readonly<Record<string, string>> = {
    name: stored.name,
    purpose: stored.purpose,
    website: stored.website,
    support_contact: stored.supportContact,
    privacy_policy: stored.privacyPolicy,
    launch_url: stored.launchUrl,
    refresh_mode: mode,
  };
  return both.flatMap((field) => {
    const value = values[field];
    if (value === undefined) return [];
    const shown = field === "refresh_mode" ? (modes[mode]?.[0] ?? mode) : value;
    return [storedChoice({ t }, { field, value, shown })];
  });
}

/** Says that the state of the app does not allow changes, with a link to the app. */
export function lockedNotice({ t }: PageContext, app: App): Html {
  const { archived, submitted, toApp } = t.portal.form.locked;
  const isArchived = app.state === AppState.ARCHIVED;
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus>
<p><strong>${isArchived ? archived : submitted}</strong></p>
<p>${!isArchived && t.portal.form.locked.withdraw} <a href="${pathOf(app)}" target="_blank" rel="noopener">${toApp}</a></p></div>`;
}
