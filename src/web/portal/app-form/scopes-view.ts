import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badgeRow, sensitivityMark } from "../../components/badges.ts";
import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { decisionBadge, scopeDecision } from "../../components/scope-decision.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Messages } from "../../messages.en.ts";
import type { AppForm, FormScope } from "./form.ts";

interface ScopePicker {
  form: AppForm;
  /** Null for a new app. */
  app: App | null;
  errors: readonly FieldError[];
}

/** The choice of scopes. The style sheet shows the fields of a scope once it is checked. */
export function scopePicker(frame: Frame, { form, app, errors }: ScopePicker): Html {
  const { t, platformName } = frame;
  const texts = t.portal.form;
  const { scopes } = form;
  const catalogue = scopes.map(({ scope }) => scope);
  const error = errors.find(({ field }) => field === "scopes");
  const decisionOf = ({ scope, asked }: FormScope) =>
    app !== null && asked ? decisionBadge(frame, scopeDecision(app, scope.name, catalogue)) : null;
  return html`<fieldset class="card" id="scopes" tabindex="-1" ${error && html`aria-describedby="scopes-fault"`}><legend><h2>${texts.scopes}</h2></legend>
${error && html`<p class="fault" id="scopes-fault">${error.text}</p>`}
<p class="muted">${texts.scopesHint}</p>
${scopes.length === 0 && html`<p class="notice">${texts.scopesNone(platformName)}</p>`}
<ul class="scopes">${scopes.map((one) => scopeRow(frame, { one, errors, decision: decisionOf(one) }))}</ul>
</fieldset>`;
}

interface ScopeRow {
  one: FormScope;
  errors: readonly FieldError[];
  /** The badge of the platform's decision on a restricted scope. */
  decision: Html | null;
}

function scopeRow(frame: Frame, { one, errors, decision }: ScopeRow): Html {
  const { t } = frame;
  const { scope, key, asked, optional } = one;
  const texts = t.portal.form;
  const id = `scope-${key}`;
  const error = errors.find(({ field }) => field === id);
  const described = [`${id}-text`, error && `${id}-fault`].filter(Boolean).join(" ");
  return html`<li class="scope scope-pick">
<input type="checkbox" id="${id}" name="${id}" value="yes" ${asked && "checked"} aria-describedby="${described}" ${error && html`aria-invalid="true"`}>
<div class="scope-text">
${error && html`<p class="fault" id="${id}-fault">${error.text}</p>`}
<p class="scope-title"><label for="${id}">${scope.title || scope.name}</label> ${marks(frame, one, decision)}</p>
<p id="${id}-text"><code>${scope.name}</code> ${scope.description && html`<span dir="auto">${scope.description}</span>`}</p>
<div class="scope-details">
${reasonField(t, one, errors)}
<label class="inline"><input type="checkbox" name="${`optional-${key}`}" value="yes" ${optional && "checked"}> ${texts.optional}</label>
</div></div></li>`;
}

function reasonField(t: Messages, { scope, key, reason }: FormScope, errors: readonly FieldError[]): Html {
  const id = `why-${key}`;
  const error = errors.find(({ field }) => field === id);
  return html`<label for="${id}">${t.portal.form.why(scope.title || scope.name)}</label>
${error && html`<p class="fault" id="${id}-fault">${error.text}</p>`}
<textarea id="${id}" name="${id}" rows="2" maxlength="300" aria-describedby="${error ? `${id}-fault` : `scope-${key}-text`}" ${error && html`aria-invalid="true"`}>
${reason}</textarea>`;
}

function marks({ t, platformName }: Frame, { scope }: FormScope, decision: Html | null): Html {
  const { form } = t.portal;
  return badgeRow([
    scope.sensitivity === ScopeSensitivity.SENSITIVE && sensitivityMark(scope.sensitivity, form.sensitive),
    scope.sensitivity === ScopeSensitivity.RESTRICTED &&
      sensitivityMark(scope.sensitivity, form.restricted(platformName)),
    decision,
    scope.retired && html`<span class="badge badge-plain">${form.retired}</span>`,
  ]);
}
