import { badge } from "../../components/badges.ts";
import { emailAddress, withEmailAddresses } from "../../components/email-address.ts";
import { hasLostEmail, isUnverified } from "../../components/email-verification.ts";
import { selectField } from "../../components/fields.ts";
import { buttonForm, csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { supportLink } from "../../components/support-link.ts";
import { LANGUAGES, MESSAGES } from "../../http/language.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { setting, settingsCard } from "../setting.ts";
import { type Access, accessSetting } from "./access.ts";
import { closeSetting, messagesSetting } from "./information.ts";

/**
 * The changes that the page confirms. `sent` is a link to a new address, `link` one to the present address, `address` a new address,
 * `email` a verified address, `none` a change of address that no longer waits, `yes` a new password.
 */
export const CHANGES = [
  "name",
  "email",
  "address",
  "sent",
  "link",
  "cancelled",
  "none",
  "language",
  "confirmed",
  "yes",
] as const;
type Changed = (typeof CHANGES)[number];

export interface AccountView extends Access {
  csrfToken: string;
  errors: readonly FieldError[];
  /** The change that the previous request made; null if it made none. */
  changed: Changed | null;
  /** The name as it was entered. */
  name: string;
  /** The new e-mail address as it was entered. */
  newEmail: string;
  /** The new e-mail address that waits for its confirmation; null without such a change. */
  waiting: string | null;
  /** True if the platform sends mails. */
  mail: boolean;
  /** True if a change of the e-mail address first needs a proof by the second factor. */
  locked: boolean;
}

export function accountPage(frame: Frame, view: AccountView): Html {
  const { t } = frame;
  const { account, errors, changed } = view;
  const texts = t.account;
  return html`${pageHeader(frame, { title: texts.title, lead: texts.lead })}
${changed !== null && statusMessage(changedText(t, changed, view))}
${errorSummary(t, errors)}
${isUnverified(account) && unverifiedNotice(frame, view)}
${settingsCard([
  setting({
    id: "own-name",
    title: texts.name,
    purpose: account.developer ? texts.nameHintDeveloper : texts.nameHint,
    content: nameForm(frame, view),
  }),
  account.email !== "" && emailSetting(frame, view),
  setting({
    id: "own-language",
    title: texts.language,
    purpose: texts.languagePurpose,
    content: languageForm(frame, view),
  }),
  accessSetting(frame, view),
  messagesSetting(frame, view),
  closeSetting(frame),
])}`;
}

function changedText(t: Frame["t"], changed: Changed, { account: { email }, waiting }: AccountView): HtmlValue {
  const { account: texts, security } = t;
  const named: Record<Changed, string> = {
    name: texts.nameChanged,
    email: texts.emailVerifiedNow,
    address: texts.emailChanged(email),
    // The change may be confirmed or cancelled already.
    sent: waiting === null ? texts.linkSent : texts.linkSentTo(waiting),
    link: texts.linkSentTo(email),
    cancelled: texts.changeCancelled(email),
    none: texts.noChange(email),
    language: texts.languageChanged,
    confirmed: security.confirmed,
    yes: security.passwordChanged,
  };
  return withEmailAddresses(named[changed]);
}

function unverifiedNotice(frame: Frame, { account, mail, csrfToken }: AccountView): Html {
  const { t } = frame;
  const texts = t.account;
  const text = hasLostEmail(account)
    ? texts.lostEmail
    : mail
      ? texts.unverifiedByMail
      : texts.unverified(frame.platformName);
  return html`<div class="notice notice-warn"><p>${text}${!mail && html` ${supportLink(frame)}`}</p>
${mail && !hasLostEmail(account) && buttonForm({ csrfToken }, { action: "/account/verify-email", label: texts.sendLink, tone: "secondary" })}</div>`;
}

function nameForm({ t }: Pick<Frame, "t">, { name, csrfToken, errors }: AccountView): Html {
  const { account: texts } = t;
  return html`<form method="post" action="/account/name" class="label-hidden beside" novalidate>${csrfField(csrfToken)}
${textField({ name: "name", label: texts.name, type: "text", value: name, autocomplete: "name" }, errors)}
<button type="submit" class="secondary">${texts.nameSubmit}</button></form>`;
}

function emailSetting(frame: Frame, view: AccountView): Html {
  const texts = frame.t.account;
  const { account, mail } = view;
  const state = isUnverified(account) ? badge("warn", texts.emailUnverified) : badge("good", texts.emailVerified);
  const canChange = mail && account.hasPassword;
  return setting({
    id: "own-email",
    title: texts.email,
    value: html`<strong>${emailAddress(account.email)}</strong> ${state}`,
    content: view.waiting !== null && waitingChange(frame, view.waiting, view),
    purpose: canChange && view.locked ? html`${texts.emailPurpose} ${texts.locked}` : texts.emailPurpose,
    action:
      canChange &&
      (view.locked ? linkButton(confirmPath("/account"), texts.unlock, "secondary") : emailForm(frame, view)),
  });
}

/** The new address that is not confirmed yet, and what can be done about it. */
function waitingChange({ t }: Frame, waiting: string, { csrfToken, mail }: AccountView): Html {
  const texts = t.account;
  const resend = html`<button type="submit" class="secondary">${texts.resend}</button>`;
  return html`<div class="notice"><p>${withEmailAddresses(texts.waiting(waiting))}</p>
<form method="post" action="/account/email/resend" data-once>${csrfField(csrfToken)}
<div class="buttons">${mail && resend}
<button type="submit" class="secondary" formaction="/account/email/cancel">${texts.cancelChange}</button></div></form></div>`;
}

function emailForm({ t }: Pick<Frame, "t">, { newEmail, csrfToken, errors }: AccountView): Html {
  const texts = t.account;
  const password = { label: texts.current, autocomplete: "current-password" };
  const isOpen = newEmail !== "" || errors.some(({ field }) => field === "new_email" || field === "email_password");
  return html`<details class="more" ${isOpen && "open"}><summary>${texts.changeEmail}</summary>
<p class="muted">${texts.emailHint}</p>
<form method="post" action="/account/email" novalidate>${csrfField(csrfToken)}
${textField({ name: "new_email", label: texts.newEmail, type: "email", value: newEmail, autocomplete: "email" }, errors)}
${textField({ name: "email_password", type: "password", ...password }, errors)}
<button type="submit" class="secondary">${texts.emailSubmit}</button></form></details>`;
}

/** The language of the pages in this browser and of the mails to the account. */
function languageForm({ t, language }: Frame, { csrfToken }: AccountView): Html {
  const options = LANGUAGES.map((one) => ({ value: one, label: MESSAGES[one].layout.languageName }));
  return html`<form method="post" action="/account/language" class="label-hidden beside">${csrfField(csrfToken)}
${selectField({ name: "language", label: t.account.language, options, value: language })}
<button type="submit" class="secondary">${t.account.languageSubmit}</button></form>`;
}
