import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { withEmailAddresses } from "../../components/email-address.ts";
import { areaField, inputField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError, ownerField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { KEPT_LOGO } from "../../http/upload.ts";
import { keptLogo } from "../../http/uploaded-logo.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, formPath, pathOf } from "../own-app.ts";
import { mustVerify, teamField } from "../team/current.ts";
import { type Conflict, conflictNotice, lockedNotice, storedChoices } from "./conflict-view.ts";
import { inFormOrder } from "./field-errors.ts";
import { type AppForm, MAX_REDIRECT_URIS } from "./form.ts";
import { isAnswered, optionFolds } from "./options-view.ts";
import { previewColumn } from "./preview-view.ts";
import { scopePicker } from "./scopes-view.ts";
import { sectionId, sectionLinks } from "./sections.ts";

export interface FormView {
  form: AppForm;
  /** Null for a new app. */
  app: App | null;
  errors: readonly FieldError[];
  /** A change of the app after the form was opened; absent without one. */
  conflict?: Conflict | undefined;
  /** True if the state of the app does not allow changes any more. */
  locked?: boolean;
  /** The chosen logo, which the form sends again, because a page cannot fill in a file field; null if none was chosen. */
  logo: Uint8Array | null;
}

/** Enter presses the first button of a form, which would otherwise remove a redirect URI. */
const ENTER = html`<button type="submit" name="action" value="save" hidden></button>`;

export function appFormPage(context: PageContext, view: FormView): Html {
  const { t } = context;
  const { app, errors, conflict, locked = false } = view;
  const choices = conflict === undefined ? [] : storedChoices(context, conflict);
  const fields = { ...view, errors: [...errors, ...choices] };
  const texts = t.portal.form;
  const crumbs = app === null ? [{ href: "/portal", label: t.portal.sections.apps }] : appCrumbs(context, app);
  const title = app === null ? texts.newTitle : texts.editTitle(app.profile?.name || t.app.unnamed);
  return html`${pageHeader(context, { crumbs, title })}
${app?.installUrl !== undefined && app.installUrl !== "" && html`<p class="notice">${texts.liveHint}</p>`}
${verifyNotice(context, app)}
${app !== null && conflict !== undefined && conflictNotice(context, app, conflict)}
${app !== null && locked && lockedNotice(context, app)}
${errorSummary(t, inFormOrder(errors))}
<div class="form-with-preview"><form method="post" action="${formPath(app)}" enctype="multipart/form-data" novalidate id="app-form" tabindex="-1" data-app-form data-client-id="${app?.clientId ?? ""}">
${csrfField(context.csrfToken)}${ownerField(context)}${ENTER}${app === null ? teamField(context) : html`<input type="hidden" name="revision" value="${view.form.revision}"><input type="hidden" name="opened" value="${view.form.opened}">`}
${reviewerWords(context, app)}
${sectionLinks(t, errors)}
${about(context, fields)}
${kind(t, view)}
${redirects(t, view)}
${scopePicker(context, view)}
${optionFolds(context, fields, !mustVerify(context, teamOfForm(context, app)))}
<section class="card save-bar">
${ending(context, app)}</section>
<p class="phone-cancel">${cancelLink(context, app)}</p>
</form>
${previewColumn(context, { ...view, logo: keptLogo(view.logo)?.source ?? null })}</div>`;
}

/** Says with a link that submission needs a verified e-mail address. */
function verifyNotice(context: PageContext, app: App | null): Html | null {
  if (!mustVerify(context, teamOfForm(context, app))) return null;
  const { app: texts, form } = context.t.portal;
  return notice(
    "warn",
    html`${withEmailAddresses(form.mustVerify(context.account.email))} <a href="/account">${texts.verify}</a>`,
  );
}

/** The reviewer's message, which stays on screen while the developer answers it. */
function reviewerWords(context: PageContext, app: App | null): Html | null {
  if (app === null || !isAnswered(app)) return null;
  const reason = reasonText(context, app);
  return (
    reason &&
    html`<section class="notice notice-warn reviewer-words" aria-label="${context.t.portal.form.reviewer(context.platformName)}" tabindex="0">
<p>${context.t.portal.app.reviewerMessage(context.platformName)}</p><blockquote>${reason}</blockquote></section>`
  );
}

/** The team of the app; of a new one, the current team. */
export function teamOfForm(context: PageContext, app: App | null): string {
  return app?.developerAccountId ?? currentTeam(context).teamId;
}

function ending(context: PageContext, app: App | null): Html {
  const { t } = context;
  const texts = t.portal.form;
  const cancel = cancelLink(context, app);
  if (mustVerify(context, teamOfForm(context, app))) {
    return html`<div class="buttons"><button type="submit" name="action" value="save">${texts.save}</button>
${cancel}</div>
<p class="muted"><small>${texts.mustVerifyShort}</small></p>`;
  }
  return html`<div class="buttons">
<button type="submit" name="action" value="submit">${texts.submit}</button>
<button type="submit" name="action" value="save" class="secondary">${texts.save}</button>
${cancel}
</div>`;
}

/** Leaves the form without saving. */
function cancelLink({ t }: PageContext, app: App | null): Html {
  return html`<a class="button quiet" href="${app === null ? "/portal" : pathOf(app)}">${t.portal.form.cancel}</a>`;
}

function about({ t }: PageContext, { form, errors, app, logo }: FormView): Html {
  const texts = t.portal.form;
  return html`<fieldset class="card" id="${sectionId("about")}"><legend><h2>${texts.about}</h2></legend>
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: form.name, autocomplete: "off" }, errors)}
${areaField({ name: "purpose", label: texts.purpose, hint: texts.purposeHint, value: form.purpose, rows: 4 }, errors)}
${logoField(t, { form, errors, app, logo })}
<div class="form-row">${inputField({ name: "website", label: texts.website, hint: texts.websiteHint, value: form.website, type: "url", optional: true, autocomplete: "url" }, errors)}
${inputField({ name: "support_contact", label: texts.support, hint: texts.supportHint, value: form.supportContact, optional: true }, errors)}</div>
${inputField({ name: "privacy_policy", label: texts.privacyPolicy, hint: texts.privacyPolicyHint, value: form.privacyPolicy, type: "url", optional: true, autocomplete: "off" }, errors)}
</fieldset>`;
}

function logoField(t: Messages, { form, errors, app, logo }: FormView): Html {
  const texts = t.portal.form;
  const error = errors.find(({ field }) => field === "logo");
  const digest = app === null ? "" : (app.pending?.logoDigest ?? app.logoDigest);
  const kept = keptLogo(logo);
  const source = kept?.source ?? (app !== null && digest !== "" ? `/logos/${app.clientId}/${digest}` : null);
  const alt = kept === null ? texts.logoNow : texts.logoChosen;
  const image =
    source === null
      ? html`<span class="logo logo-letter" aria-hidden="true">+</span>`
      : html`<img class="logo" src="${source}" alt="${alt}" width="64" height="64">`;
  return html`<div class="field">
<label for="logo">${texts.logo}</label>
<small id="logo-hint">${texts.logoHint}</small>
${error && html`<p class="fault" id="logo-fault">${error.text}</p>`}
${kept && html`<input type="hidden" name="${KEPT_LOGO}" value="${kept.base64}">`}
<div class="logo-row" data-chosen="${texts.logoChosen}">${image}
<input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint${error && " logo-fault"}" ${error && html`aria-invalid="true"`}></div>
${kept && html`<p class="muted"><small>${texts.logoKept}</small></p>`}
${(digest !== "" || kept !== null) && html`<label class="inline"><input type="checkbox" name="remove_logo" value="yes" ${form.removeLogo && "checked"}> ${texts.logoRemove}</label>`}
</div>`;
}

function kind(t: Messages, { form, app }: FormView): Html {
  const texts = t.portal.form;
  const option = (confidential: boolean, [label, hint]: readonly [string, string]) => {
    const id = `confidential-${confidential ? "yes" : "no"}`;
    return html`<div class="check choice"><input type="radio" id="${id}" name="confidential" value="${confidential ? "yes" : "no"}" ${form.confidential === confidential && "checked"} aria-describedby="${id}-hint">
<div><label for="${id}">${label}</label><small id="${id}-hint">${hint}</small></div></div>`;
  };
  if (app !== null) {
    const [label, hint] = form.confidential ? texts.confidential : texts.public;
    return html`<section class="card" id="${sectionId("kind")}"><h2>${texts.kind}</h2><p><strong>${label}</strong> ${hint}</p><p class="muted">${texts.kindFixed}</p></section>`;
  }
  return html`<fieldset class="card" id="${sectionId("kind")}"><legend><h2>${texts.kind}</h2></legend>
<p class="muted">${texts.kindHint}</p>
<div class="choices">${option(true, texts.confidential)}${option(false, texts.public)}</div>
</fieldset>`;
}

function redirects(t: Messages, { form, errors, app }: FormView): Html {
  const texts = t.portal.form;
  const path = formPath(app);
  const rows = form.redirectUris.map((uri, at) => redirectRow(t, { uri, at, errors, path }));
  // Without the script, the buttons send the form, and the page opens at the row.
  const added = `${path}#redirect_uri-${form.redirectUris.length}`;
  return html`<fieldset class="card" id="${sectionId("redirects")}" data-redirect-uris data-max="${MAX_REDIRECT_URIS}" data-row-label="${texts.redirectUri("{n}")}" data-remove-label="${texts.removeRowOf("{n}")}"><legend><h2>${texts.redirectUris}</h2></legend>
<p class="muted" id="redirect-hint">${texts.redirectHint}</p>
${rows}
${form.redirectUris.length < MAX_REDIRECT_URIS && html`<button type="submit" name="action" value="more" formaction="${added}" class="secondary outline button-small" data-add-row>${texts.addRows}</button>`}
</fieldset>`;
}

interface RedirectRow {
  uri: string;
  at: number;
  errors: readonly FieldError[];
  path: string;
}

function redirectRow(t: Messages, { uri, at, errors, path }: RedirectRow): Html {
  const texts = t.portal.form;
  const id = `redirect_uri-${at}`;
  const faults = errors.filter(({ field }) => field === id).map(({ text }) => text);
  return html`<div class="field" data-row>
<label for="${id}">${texts.redirectUri(String(at + 1))}</label>
<p class="fault" id="${id}-fault" aria-live="polite" ${faults.length === 0 && "hidden"}>${faults.join(" ")}</p>
<div class="row-with-button"><input id="${id}" name="${id}" type="url" value="${uri}" autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${id}-fault redirect-hint" ${faults.length > 0 && html`aria-invalid="true"`}>
<button type="submit" name="action" value="${`remove-${at}`}" formaction="${`${path}#${sectionId("redirects")}`}" class="quiet button-small" data-remove-row aria-label="${texts.removeRowOf(String(at + 1))}">${texts.removeRow}</button></div></div>`;
}
