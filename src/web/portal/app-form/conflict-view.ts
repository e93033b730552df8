import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { pathOf } from "../own-app.ts";
import { labelOf } from "./field-errors.ts";
import type { AppForm } from "./form.ts";
import { sectionId } from "./sections.ts";

interface Conflict {
  app: App;
  form: AppForm;
  /** The fields that the other change and this form changed differently. */
  both: readonly string[];
}

/** Says that the app was changed after the form was opened, with links to the fields that both changed. */
export function conflictNotice({ t }: PageContext, { app, form, both }: Conflict): Html {
  const texts = t.portal.form.conflict;
  const items = both.map((field) => {
    const href = field === "redirect_uris" ? sectionId("redirects") : field;
    return html`<li><a href="${`#${href}`}">${labelOf(t, form, field) ?? field}</a></li>`;
  });
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus aria-labelledby="conflict">
<p id="conflict"><strong>${texts.title}</strong></p>
<p>${texts.text} ${items.length === 0 && `${texts.apart} `}<a href="${pathOf(app)}" target="_blank" rel="noopener">${texts.compare}</a></p>
${items.length > 0 && html`<p>${texts.both}</p><ul>${items}</ul>`}</div>`;
}

/** Says that the state of the app does not allow changes, with a link to the app. */
export function lockedNotice({ t }: PageContext, app: App): Html {
  const { archived, submitted, toApp } = t.portal.form.locked;
  const isArchived = app.state === AppState.ARCHIVED;
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus>
<p><strong>${isArchived ? archived : submitted}</strong></p>
<p>${!isArchived && t.portal.form.locked.withdraw} <a href="${pathOf(app)}" target="_blank" rel="noopener">${toApp}</a></p></div>`;
}
