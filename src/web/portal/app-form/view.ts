import { type App, RefreshMode } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { wordOf } from "../../components/enum-names.ts";
import { areaField, inputField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { pathOf } from "../own-app.ts";
import { type AppForm, MAX_REDIRECT_URIS, REFRESH_MODES } from "./form.ts";
import { scopePicker } from "./scopes-view.ts";

export interface FormView {
  form: AppForm;
  /** Null for a new one. */
  app: App | null;
  errors: readonly FieldError[];
  /** A logo was chosen and must be chosen again, because pages cannot fill in files. */
  logoLost: boolean;
}

export function appFormPage(context: PageContext, view: FormView): Html {
  const { t } = context;
  const { app, errors, form } = view;
  const texts = t.portal.form;
  const action = app === null ? "/portal/apps/new" : `${pathOf(app)}/edit`;
  return html`<p class="crumbs"><a href="${app === null ? "/portal" : pathOf(app)}">${app === null ? t.portal.back.apps : t.portal.back.app(app.profile?.name || t.portal.unnamed)}</a></p>
<h1>${app === null ? texts.newTitle : texts.editTitle(app.profile?.name || t.portal.unnamed)}</h1>
${app?.installUrl !== undefined && app.installUrl !== "" && html`<p class="notice">${texts.liveHint}</p>`}
${errorSummary(t, errors)}
<form method="post" action="${action}" enctype="multipart/form-data" novalidate data-app-form data-client-id="${app?.clientId ?? ""}">
${csrfField(context.csrfToken)}
${about(context, view)}
${kind(t, view)}
${redirects(t, view)}
${scopePicker(t, form.scopes, errors)}
${start(t, view)}
${refresh(t, view)}
<section class="card form-end">
${ending(context, app)}</section>
</form>`;
}

function ending({ t, account }: PageContext, app: App | null): Html {
  const texts = t.portal.form;
  const save = app === null ? texts.saveDraft : texts.save;
  if (isUnverified(account)) {
    return html`<p class="notice notice-warn">${t.portal.app.unverified}</p>
<div class="buttons"><button type="submit" name="action" value="save">${save}</button></div>`;
  }
  return html`<p class="muted">${texts.draftHint}</p>
<div class="buttons">
<button type="submit" name="action" value="submit">${texts.submit}</button>
<button type="submit" name="action" value="save" class="secondary">${save}</button>
</div>`;
}

function about({ t }: PageContext, { form, errors, app, logoLost }: FormView): Html {
  const texts = t.portal.form;
  return html`<fieldset class="card"><legend><h2>${texts.about}</h2></legend>
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: form.name, autocomplete: "off" }, errors)}
${areaField({ name: "purpose", label: texts.purpose, hint: texts.purposeHint, value: form.purpose, rows: 4 }, errors)}
${logoField(t, { errors, app, logoLost })}
${inputField({ name: "website", label: texts.website, hint: texts.websiteHint, value: form.website, type: "url", optional: true, autocomplete: "url" }, errors)}
${inputField({ name: "support_contact", label: texts.support, hint: texts.supportHint, value: form.supportContact, optional: true }, errors)}
</fieldset>`;
}

function logoField(t: Messages, { errors, app, logoLost }: Pick<FormView, "errors" | "app" | "logoLost">): Html {
  const texts = t.portal.form;
  const error = errors.find(({ field }) => field === "logo");
  const digest = app === null ? "" : (app.pending?.logoDigest ?? app.logoDigest);
  return html`<div class="field">
<label for="logo">${texts.logo}</label>
<small id="logo-hint">${texts.logoHint}</small>
${error && html`<p class="fault" id="logo-fault">${error.text}</p>`}
${logoLost && !error && html`<p class="notice notice-warn">${texts.logoLost}</p>`}
<div class="logo-row">${app !== null && digest !== "" && html`<img class="logo" src="${`/logos/${app.clientId}/${digest}`}" alt="${texts.logoNow}" width="64" height="64">`}
<input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint${error && " logo-fault"}" ${error && html`aria-invalid="true"`}></div>
${digest !== "" && html`<label class="inline"><input type="checkbox" name="remove_logo" value="yes"> ${texts.logoRemove}</label>`}
</div>`;
}

function kind(t: Messages, { form, app }: FormView): Html {
  const texts = t.portal.form;
  const option = (confidential: boolean, [label, hint]: readonly [string, string]) => {
    const id = `confidential-${confidential ? "yes" : "no"}`;
    return html`<div class="check"><input type="radio" id="${id}" name="confidential" value="${confidential ? "yes" : "no"}" ${form.confidential === confidential && "checked"} aria-describedby="${id}-hint">
<div><label for="${id}">${label}</label><small id="${id}-hint">${hint}</small></div></div>`;
  };
  if (app !== null) {
    const [label, hint] = form.confidential ? texts.confidential : texts.public;
    return html`<section class="card"><h2>${texts.kind}</h2><p><strong>${label}</strong> ${hint}</p><p class="muted">${texts.kindFixed}</p></section>`;
  }
  return html`<fieldset class="card"><legend><h2>${texts.kind}</h2></legend>
<p class="muted">${texts.kindHint}</p>
${option(true, texts.confidential)}${option(false, texts.public)}
</fieldset>`;
}

function redirects(t: Messages, { form, errors }: FormView): Html {
  const texts = t.portal.form;
  const rows = form.redirectUris.map((uri, at) => redirectRow(t, { uri, at, errors }));
  return html`<fieldset class="card" data-redirect-uris data-max="${MAX_REDIRECT_URIS}" data-row-label="${texts.redirectUri("{n}")}"><legend><h2>${texts.redirectUris}</h2></legend>
<p class="muted" id="redirect-hint">${texts.redirectHint}</p>
${rows}
${form.redirectUris.length < MAX_REDIRECT_URIS && html`<button type="submit" name="action" value="more" class="secondary outline button-small" data-add-row>${texts.addRows}</button>`}
</fieldset>`;
}

interface RedirectRow {
  uri: string;
  at: number;
  errors: readonly FieldError[];
}

function redirectRow(t: Messages, { uri, at, errors }: RedirectRow): Html {
  const id = `redirect_uri-${at}`;
  const error = errors.find(({ field }) => field === id);
  return html`<div class="field" data-row>
<label for="${id}">${t.portal.form.redirectUri(String(at + 1))}</label>
<p class="fault" id="${id}-fault" aria-live="polite" ${!error && "hidden"}>${error?.text}</p>
<input id="${id}" name="${id}" type="url" value="${uri}" autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${id}-fault redirect-hint" ${error && html`aria-invalid="true"`}>
</div>`;
}

function start(t: Messages, { form, errors }: FormView): Html {
  const texts = t.portal.form;
  return html`<fieldset class="card"><legend><h2>${texts.start}</h2></legend>
${inputField({ name: "launch_url", label: texts.launchUrl, hint: texts.launchHint, value: form.launchUrl, type: "url", optional: true }, errors)}
<div class="check"><input type="checkbox" id="platform_start" name="platform_start" value="yes" ${form.platformStart && "checked"} aria-describedby="platform_start-hint">
<div><label for="platform_start">${texts.platformStart}</label><small id="platform_start-hint">${texts.platformStartHint}</small></div></div>
</fieldset>`;
}

function refresh(t: Messages, { form, errors, app }: FormView): Html | null {
  const texts = t.portal.form;
  if (app !== null && !form.confidential) return null;
  const error = errors.find(({ field }) => field === "refresh_mode");
  const options = REFRESH_MODES.map((mode, index) => {
    const name = wordOf(RefreshMode, mode) as keyof typeof texts.refreshModes;
    const id = index === 0 ? "refresh_mode" : `refresh_mode-${name}`;
    const [label, hint] = texts.refreshModes[name];
    return html`<div class="check"><input type="radio" id="${id}" name="refresh_mode" value="${name}" ${form.refreshMode === mode && "checked"} aria-describedby="${id}-hint">
<div><label for="${id}">${label}</label><small id="${id}-hint">${hint}</small></div></div>`;
  });
  return html`<fieldset class="card"><legend><h2>${texts.refresh}</h2></legend>
<p class="muted">${texts.refreshHint}</p>${error && html`<p class="fault">${error.text}</p>`}${options}
</fieldset>`;
}
