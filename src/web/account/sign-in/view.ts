import type { Account, GetSignInOptionsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp, ConsentScope } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appLine } from "../../components/app-card.ts";
import { stepsLine } from "../../components/consent/steps-view.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { notice } from "../../components/notice.ts";
import { scopeSummary } from "../../components/scope-summary.ts";
import { isConnectPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { fullNameOf } from "../../layout/layout.ts";
import { passkeyForm } from "../security/passkey-form.ts";

/** The path to which the passkey form is sent. */
export const PASSKEY_SIGN_IN = "/sign-in/passkey";

export interface SignInView {
  options: GetSignInOptionsResponse;
  /** The WebAuthn options of a sign-in with a passkey as JSON; empty if passkeys are not possible. */
  passkeyOptions: string;
  csrfToken: string;
  /** The app that the account connects after the sign-in; null if there is none, or if it is unknown. */
  app: ConsentApp | null;
  /** All scopes of the app, if its install link led to this page. */
  scopes: readonly ConsentScope[];
  /** The path after sign-in; null for the start page. */
  next: string | null;
  /** True if the app requires a new sign-in. */
  again: boolean;
  /** True if a form was sent without a session and was not processed. */
  formLost: boolean;
  signedIn: Account | null;
  email: string;
  errors: readonly FieldError[];
  /** How long to wait, in words; null if no rate limit was exceeded. */
  wait: string | null;
}

export function signInPage(frame: Frame, view: SignInView): Html {
  const { t } = frame;
  const { options, app, scopes } = view;
  const connects = isConnectPath(view.next);
  return html`<article class="card narrow">${connects && view.wait === null && stepsLine(t, "signIn")}
${headingOf(frame, view)}
${view.formLost && notice("warn", t.signIn.formLost)}
${view.wait === null && html`<p>${leadOf(frame, view)}</p>`}
${view.wait !== null && html`<div class="notice notice-fault" role="alert"><p>${t.signIn.throttled(view.wait)}</p></div>`}
${errorSummary(t, view.errors)}
${signedInNotice(frame, view)}
${options.password && passwordForm(frame, view)}
${options.password && options.externalLabel !== "" && html`<p class="or"><span>${t.signIn.or}</span></p>`}
${view.passkeyOptions !== "" && passkeySignIn(frame, view)}
${options.externalLabel !== "" && externalLink(view)}
${!options.password && options.externalLabel === "" && html`<p class="notice">${t.signIn.notConfigured}</p>`}
${app !== null && scopes.length > 0 && scopeSummary(t, { heading: t.signIn.asks(app.name), scopes })}
${connects ? options.password && html`<p class="after"><small>${t.signIn.invited(frame.platformName)}</small></p>` : options.signUp && html`<p class="after"><a href="/sign-up">${t.signIn.signUp}</a></p>`}
</article>`;
}

/** The heading: the app with its logo, developer and review status, so that users recognize the app before they sign in. */
function headingOf(frame: Frame, { app, wait, next }: SignInView): Html {
  const { signIn } = frame.t;
  if (wait !== null) return html`${icon("stop")}<h1>${signIn.throttledTitle}</h1>`;
  if (app !== null) return html`${appLine(frame, app)}<h1>${signIn.toConnect(app.name)}</h1>`;
  return isConnectPath(next) ? html`<h1>${signIn.toConnectAny}</h1>` : html`${icon("person")}<h1>${signIn.title}</h1>`;
}

function leadOf({ t, platformName }: Frame, { again, next }: SignInView): string {
  if (again) return t.signIn.reauthenticate;
  return isConnectPath(next) ? t.signIn.decideNext : t.signIn.lead(platformName);
}

function signedInNotice({ t }: Frame, { signedIn, again, next }: SignInView): Html | null {
  if (signedIn === null) return null;
  return html`<div class="notice"><p>${t.signIn.alreadySignedIn(fullNameOf(signedIn))}
${!again && html`<br><a href="${next ?? "/"}">${t.signIn.continueAs}</a>`}</p></div>`;
}

function passwordForm({ t }: Frame, { csrfToken, next, email, errors }: SignInView): Html {
  return html`<form method="post" action="/sign-in" novalidate>
${csrfField(csrfToken)}
${next !== null && html`<input type="hidden" name="next" value="${next}">`}
${textField({ name: "email", label: t.signIn.email, type: "email", value: email, autocomplete: "username" }, errors)}
${textField({ name: "password", label: t.signIn.password, type: "password", autocomplete: "current-password" }, errors)}
<p class="field-link"><a href="/forgot-password">${t.signIn.forgot}</a></p>
<button type="submit">${t.signIn.submit}</button>
</form>`;
}

/** The passkey comes after the password, because scripts without WebAuthn send the first form of the page. */
function passkeySignIn(frame: Frame, { csrfToken, next, passkeyOptions: options, errors, ...view }: SignInView): Html {
  const { signIn } = frame.t;
  const fields = next !== null && html`<input type="hidden" name="next" value="${next}">`;
  const form = { action: PASSKEY_SIGN_IN, csrfToken, kind: "get", options, label: signIn.withPasskey } as const;
  const { password, externalLabel } = view.options;
  return html`${password && externalLabel === "" && html`<p class="or" data-needs-passkeys hidden><span>${signIn.or}</span></p>`}
${passkeyForm(frame, { ...form, fields, errors, tone: "secondary" })}`;
}

function externalLink({ options, next }: SignInView): Html {
  const href = next === null ? "/sign-in/external" : `/sign-in/external?${new URLSearchParams({ next })}`;
  return html`<a class="button wide ${options.password && "secondary"}" href="${href}">${options.externalLabel}</a>`;
}
