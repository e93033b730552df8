import type { Account, GetSignInOptionsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp, ConsentScope } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appLine, websiteLink } from "../../components/app-card.ts";
import { signInSteps, startOf } from "../../components/consent/steps-view.ts";
import { emailAddress } from "../../components/email-address.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { notice } from "../../components/notice.ts";
import { scopeFold } from "../../components/scope-fold.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatZonedClock, waitText } from "../../components/timestamp.ts";
import type { KeptInput } from "../../http/kept-input.ts";
import {
  forgotPasswordPath,
  isConnectPath,
  isDeveloperPath,
  isInvitationPath,
  isVerifyPath,
  otherAccountPath,
  signUpPath,
} from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { nameOf } from "../../layout/layout.ts";
import type { Messages } from "../../messages.en.ts";
import { passkeyForm } from "../security/passkey-form.ts";
import { destinationFields } from "./continue.ts";

/** The path to which the passkey form is sent. */
export const PASSKEY_SIGN_IN = "/sign-in/passkey";

export interface SignInView {
  options: GetSignInOptionsResponse;
  /** The WebAuthn options of a sign-in with a passkey as JSON; empty if passkeys are not possible. */
  passkeyOptions: string;
  csrfToken: string;
  /** The app that the account connects after the sign-in; null if there is none, or if it is unknown. */
  app: ConsentApp | null;
  /** The scopes of the authorization request, or all scopes of the app if its install link led to this page. */
  scopes: readonly ConsentScope[];
  /** The path after sign-in; null for the start page. */
  next: string | null;
  /** True if the app requires a new sign-in. */
  again: boolean;
  /** True if a form was sent without a session and was not processed. */
  formLost: boolean;
  /** The input of that form; null if it is lost. */
  kept: KeptInput | null;
  signedIn: Account | null;
  email: string;
  errors: readonly FieldError[];
  /** The seconds to wait; null if no rate limit was exceeded. */
  wait: number | null;
}

export function signInPage(frame: Frame, view: SignInView): Html {
  const { t } = frame;
  const { options, scopes } = view;
  return html`<article class="card narrow">${isConnectPath(view.next) && view.wait === null && signInSteps(t, startOf(view.next), canContinue(view))}
${headingOf(frame, view)}
${view.formLost && notice("warn", view.kept === null ? t.signIn.formLost : t.signIn.formKept)}
${leadOf(frame, view)}
${scopes.length > 0 && view.wait === null && scopeFold(t, scopes)}
${errorSummary(t, view.errors)}
${view.signedIn !== null && signedInAccount(frame, view, view.signedIn)}
${canContinue(view) && html`<a class="button wide" href="${view.next ?? "/"}">${t.signIn.continueAs}</a>`}
${ways(frame, view)}
${!options.password && options.externalLabel === "" && html`<p class="notice">${t.signIn.notConfigured}</p>`}
${afterWays(frame, view)}
</article>`;
}

/** For a reader without an account, and for one who does not want to connect the app. */
function afterWays(frame: Frame, view: SignInView): Html | null {
  const { t, platformName } = frame;
  const { options, wait, next } = view;
  if (wait !== null) return supportParagraph(frame);
  const known = view.signedIn !== null;
  const invited = !known && options.password && html`<p><small>${t.signIn.invited(platformName)}</small></p>`;
  const canSignUp = !known && options.signUp && isDeveloperPath(next);
  const other = isConnectPath(next) ? wayBack(frame, view) : canSignUp && signUpLink(frame, next);
  return invited || other ? html`<div class="after">${invited}${other && html`<p>${other}</p>`}</div>` : null;
}

function signUpLink({ t }: Frame, next: string | null): Html {
  return html`<a href="${signUpPath(next)}">${t.signIn.signUp}</a>`;
}

/** The link to the website of the app; null without one. */
function wayBack({ t }: Frame, { app }: SignInView): Html | null {
  return app && websiteLink(app, t.consent.forbidden.back(app.name));
}

/** The heading: the app with its logo, developer and review status, so that users recognize the app before they sign in. */
function headingOf(frame: Frame, view: SignInView): Html {
  const { app, wait } = view;
  if (wait !== null) return html`${icon("stop")}<h1>${frame.t.signIn.throttledTitle}</h1>`;
  return html`${app !== null && appLine(frame, app)}<h1>${headingText(frame, view)}</h1>`;
}

function headingText({ t: { signIn }, platformName }: Frame, view: SignInView): string {
  const { app, next } = view;
  if (isConfirmation(view)) return signIn.confirmTitle;
  if (canContinue(view)) return app === null ? signIn.signedInTitle : signIn.toConnect.continueAs(app.name);
  if (app !== null) return signIn.toConnect.heading(app.name, platformName);
  return isConnectPath(next) ? signIn.toConnect.headingAny(platformName) : signIn.title;
}

/** The purpose of the sign-in. After too many attempts: how long to wait, and what helps at once. */
function leadOf(frame: Frame, view: SignInView): Html | null {
  const { signIn } = frame.t;
  if (view.wait === null) {
    if (!canContinue(view)) return html`<p>${purposeOf(frame, view)}</p>`;
    return html`<p>${isConnectPath(view.next) ? signIn.untilAllowed : destinationOf(signIn, view.next)}</p>`;
  }
  return html`<p class="wait" role="alert">${signIn.throttledWait(waitText(frame.t, view.wait))}</p>
<p class="muted">${view.passkeyOptions !== "" && html`<span data-needs-passkeys hidden>${signIn.throttledPasskey}</span> `}
${signIn.throttledReset} <a href="${forgotPasswordPath(view.next)}">${signIn.resetLink}</a></p>`;
}

/** Where the button of a signed-in account leads, apart from the pages that connect an app. */
function destinationOf({ continueTo }: Messages["signIn"], next: string | null): string {
  if (next === null || next === "/") return continueTo.start;
  return /^\/connected-apps(?:[/?]|$)/.test(next) ? continueTo.connectedApps : continueTo.page;
}

function supportParagraph(frame: Frame): Html | null {
  const link = supportLink(frame);
  return link && html`<p class="after">${link}</p>`;
}

function purposeOf({ t: { signIn }, platformName }: Frame, { again, next, app }: SignInView): string {
  if (again) return isConnectPath(next) ? `${signIn.reauthenticate} ${signIn.untilAllowed}` : signIn.reauthenticate;
  if (isVerifyPath(next)) return signIn.toVerify(platformName);
  if (isInvitationPath(next)) return signIn.toInvitation(platformName);
  if (!isConnectPath(next)) return signIn.lead(platformName);
  // The icon of the app above the form must not make it look like the app's own sign-in.
  const account = app === null ? signIn.ownAccountAny(platformName) : signIn.ownAccount(platformName, app.name);
  return `${account} ${signIn.untilAllowed}`;
}

/** True if the account is signed in and may continue without a new sign-in. */
function canContinue({ signedIn, again }: SignInView): boolean {
  return signedIn !== null && !again;
}

/** True if the signed-in account enters its password again, so that the form needs no e-mail field. */
function isConfirmation({ signedIn, again, options }: SignInView): boolean {
  return again && signedIn !== null && signedIn.email !== "" && options.password;
}

/** The account that is signed in. Before a confirmation, the sign-out leads to another one. */
function signedInAccount({ t }: Frame, view: SignInView, account: Account): Html | null {
  const { name, email } = account;
  const other = view.next !== null && isConnectPath(view.next) ? otherAccountPath(view.next) : "/sign-out";
  if (name === "" && email === "") return null;
  return html`<div class="signed-in-account">${letterTile(nameOf(account), "person")}
<p><span class="sr">${t.consent.signedInAs}</span> <strong dir="auto">${nameOf(account)}</strong>${name !== "" && email !== "" && html`<br><small>${emailAddress(email)}</small>`}</p>
${isConfirmation(view) && html`<a href="${other}">${t.signIn.otherAccount}</a>`}</div>`;
}

/** The ways to sign in. They are folded below the button that continues with the account. */
function ways(frame: Frame, view: SignInView): Html {
  const { signIn } = frame.t;
  const { options } = view;
  const all = html`${options.password && passwordForm(frame, view)}
${options.password && options.externalLabel !== "" && html`<p class="or"><span>${signIn.or}</span></p>`}
${view.passkeyOptions !== "" && passkeySignIn(frame, view)}
${options.externalLabel !== "" && externalLink(view)}`;
  if (!canContinue(view)) return all;
  return html`<details class="sign-in-fold"><summary>${signIn.otherAccount}</summary>
${all}</details>`;
}

/** After too many attempts, or for a signed-in account, another way is the main one. */
function passwordForm(frame: Frame, view: SignInView): Html {
  const { t } = frame;
  const { csrfToken, email, errors, wait } = view;
  const isMain = wait === null && !canContinue(view);
  const password = { label: t.signIn.password, autocomplete: "current-password", reveal: t.layout.reveal };
  return html`<form method="post" action="/sign-in" novalidate>
${csrfField(csrfToken)}${destinationFields(view)}
${view.again && html`<input type="hidden" name="prompt" value="login">`}
${
  isConfirmation(view)
    ? html`<input type="email" name="email" value="${email}" autocomplete="username" hidden>`
    : textField({ name: "email", label: t.signIn.email, type: "email", value: email, autocomplete: "username" }, errors)
}
${textField({ name: "password", type: "password", ...password }, errors)}
${wait === null && html`<p class="field-link"><a href="${forgotPasswordPath(view.next)}">${t.signIn.forgot}</a></p>`}
${wait !== null && html`<p class="wait-until">${t.signIn.possibleAgain} ${formatZonedClock(frame, nextMinuteAfter(wait))}</p>`}
<button type="submit" class="${!isMain && "secondary"}">${t.signIn.submit}</button>
</form>`;
}

/** The first full minute after these seconds. */
function nextMinuteAfter(seconds: number): Date {
  return new Date(Math.ceil((Date.now() / 1_000 + seconds) / 60) * 60_000);
}

/** The passkey comes after the password, because scripts without WebAuthn send the first form of the page. */
function passkeySignIn(frame: Frame, view: SignInView): Html {
  const { signIn } = frame.t;
  const { csrfToken, passkeyOptions: options, errors, wait } = view;
  const fields = destinationFields(view);
  const form = { action: PASSKEY_SIGN_IN, csrfToken, kind: "get", options, label: signIn.withPasskey } as const;
  const { password, externalLabel } = view.options;
  return html`${password && externalLabel === "" && html`<p class="or" data-needs-passkeys hidden><span>${signIn.or}</span></p>`}
${passkeyForm(frame, { ...form, fields, errors, ...(wait === null && { tone: "secondary" }) })}`;
}

function externalLink({ options, next }: SignInView): Html {
  const href = next === null ? "/sign-in/external" : `/sign-in/external?${new URLSearchParams({ next })}`;
  return html`<a class="button wide ${options.password && "secondary"}" href="${href}">${options.externalLabel}</a>`;
}
