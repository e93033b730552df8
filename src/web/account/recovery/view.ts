import { withEmailAddresses } from "../../components/email-address.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { supportLink } from "../../components/support-link.ts";
import { forgotPasswordPath, signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

export interface ForgotView {
  csrfToken: string;
  /** The page to continue with after the next sign-in; null for the start page. */
  next: string | null;
  email: string;
  errors: readonly FieldError[];
  /** True if the platform sends mails. */
  mail: boolean;
  /** How long to wait, in words; null if no rate limit was exceeded. */
  wait: string | null;
}

export function forgotPage(frame: Frame, { csrfToken, next, email, errors, mail, wait }: ForgotView): Html {
  const { t } = frame;
  const { forgot: texts } = t.recovery;
  const form = html`<p>${texts.lead}</p>
${wait !== null && html`<div class="notice notice-fault" role="alert"><p>${texts.tooMany(wait)}</p></div>`}
${errorSummary(t, errors)}
<form method="post" action="/forgot-password" novalidate>${csrfField(csrfToken)}
${next !== null && html`<input type="hidden" name="next" value="${next}">`}
${textField({ name: "email", label: texts.email, type: "email", value: email, autocomplete: "username" }, errors)}
<button type="submit">${texts.submit}</button></form>`;
  return html`<article class="card narrow">${icon("lock")}<h1>${texts.title}</h1>
${mail ? form : notice("plain", html`${texts.noMail(frame.platformName)} ${supportLink(frame)}`)}
<p class="after"><a href="${signInPath(next)}">${t.recovery.backToSignIn}</a></p></article>`;
}

/** @param sent `email` is the address for which a link was requested; empty if it is not known any more */
export function sentPage({ t }: Frame, { email, next }: { email: string; next: string | null }): Html {
  const { forgot: texts } = t.recovery;
  return html`<article class="card narrow">${icon("mail")}<h1>${texts.sentTitle}</h1>${statusMessage(withEmailAddresses(texts.sent(email)))}
<p>${texts.notArrived}</p>
<p class="after"><a href="${forgotPasswordPath(next)}">${texts.again}</a></p></article>`;
}

export interface TokenView {
  csrfToken: string;
  token: string;
  errors: readonly FieldError[];
}

export function resetPage({ t }: Frame, { csrfToken, token, errors }: TokenView): Html {
  const { reset: texts } = t.recovery;
  const password = {
    label: texts.password,
    hint: t.signUp.passwordHint,
    autocomplete: "new-password",
    reveal: t.layout.reveal,
  };
  return html`<article class="card narrow">${icon("lock")}<h1>${texts.title}</h1><p>${texts.lead}</p>
${errorSummary(t, errors)}
<form method="post" action="/reset-password" novalidate>${csrfField(csrfToken)}
<input type="hidden" name="token" value="${token}">
${textField({ name: "new_password", type: "password", ...password }, errors)}
<button type="submit">${texts.submit}</button></form></article>`;
}

/** @param next the page to continue with after the sign-in; null for the start page */
export function resetDonePage({ t }: Frame, next: string | null): Html {
  const { reset: texts } = t.recovery;
  return html`<article class="card narrow">${icon("shield")}<h1>${texts.doneTitle}</h1>${statusMessage(texts.done)}
<p><a class="button wide" href="${signInPath(next)}">${t.recovery.signIn}</a></p></article>`;
}

interface InvalidLink {
  text: Html | string;
  to: string;
  label: string;
  /** Where another account opens the link. */
  other?: string | null;
}

/** The page of a link that no longer works. */
export function invalidLinkPage({ t }: Frame, { text, to, label, other = null }: InvalidLink): Html {
  return html`<article class="card narrow">${icon("link")}<h1>${t.recovery.invalid.title}</h1><p>${text}</p>
<p><a class="button wide" href="${to}">${label}</a></p>${
    other !== null &&
    html`
<p><a class="button wide secondary" href="${other}">${t.signOut.otherAccount}</a></p>`
  }</article>`;
}

export function confirmPage(
  { t }: Frame,
  { csrfToken, token, name, email }: Omit<TokenView, "errors"> & { name: string; email: string },
): Html {
  const { confirm: texts } = t.recovery;
  return html`<article class="card narrow">${icon("mail")}<h1>${texts.title}</h1><p>${texts.lead(name, email)}</p>
<form method="post" action="/verify-email" data-once>${csrfField(csrfToken)}
<input type="hidden" name="token" value="${token}">
<button type="submit">${texts.submit}</button></form></article>`;
}
