import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { hasLostEmail, isUnverified } from "../../components/email-verification.ts";
import { buttonForm, csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { LANGUAGES, MESSAGES } from "../../http/language.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { PATH as SECURITY } from "../security/paths.ts";

export interface AccountView {
  account: Account;
  csrfToken: string;
  errors: readonly FieldError[];
  /** The change that the previous request made; null if it made none. */
  changed: "name" | "email" | "sent" | "confirmed" | "yes" | null;
  /** The name as it was entered. */
  name: string;
  /** The new e-mail address as it was entered. */
  newEmail: string;
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
${changed !== null && statusMessage(CHANGED[changed](t))}
${errorSummary(t, errors)}
${isUnverified(account) && unverifiedNotice(frame, view)}
${setting("own-name", texts.name, account.developer ? texts.nameHintDeveloper : texts.nameHint, nameForm(frame, view))}
${account.email !== "" && emailSection(frame, view)}
${setting("own-language", texts.language, texts.languagePurpose, languageChoice(frame))}
${passwordLink(frame)}`;
}

/** The card of a setting: its name and purpose, with its form or value beside them. */
function setting(id: string, title: string, purpose: string | null, content: HtmlValue): Html {
  return html`<section class="card setting" aria-labelledby="${id}"><div><h2 id="${id}">${title}</h2>
${purpose && html`<p class="muted">${purpose}</p>`}</div><div>${content}</div></section>`;
}

const CHANGED: Record<NonNullable<AccountView["changed"]>, (t: Frame["t"]) => string> = {
  name: ({ account }) => account.nameChanged,
  email: ({ account }) => account.emailChanged,
  sent: ({ account }) => account.linkSent,
  confirmed: ({ security }) => security.confirmed,
  yes: ({ security }) => security.passwordChanged,
};

function unverifiedNotice({ t }: Pick<Frame, "t">, { account, mail, csrfToken }: AccountView): Html {
  const texts = t.account;
  const text = hasLostEmail(account) ? texts.lostEmail : mail ? texts.unverifiedByMail : texts.unverified;
  return html`<div class="notice notice-warn"><p>${text}</p>
${mail && !hasLostEmail(account) && buttonForm({ csrfToken }, { action: "/account/verify-email", label: texts.sendLink, tone: "secondary" })}</div>`;
}

function nameForm({ t }: Pick<Frame, "t">, { name, csrfToken, errors }: AccountView): Html {
  const { account: texts } = t;
  return html`<form method="post" action="/account/name" class="label-hidden" novalidate>${csrfField(csrfToken)}
${textField({ name: "name", label: texts.name, type: "text", value: name, autocomplete: "name" }, errors)}
<button type="submit" class="secondary">${texts.nameSubmit}</button></form>`;
}

function emailSection(frame: Frame, view: AccountView): Html {
  const texts = frame.t.account;
  const { account, mail } = view;
  const state = isUnverified(account) ? badge("warn", texts.emailUnverified) : badge("good", texts.emailVerified);
  const change = mail && account.hasPassword && (view.locked ? lockedNotice(frame) : emailForm(frame, view));
  return setting(
    "own-email",
    texts.email,
    texts.emailPurpose,
    html`<p class="setting-value"><strong>${account.email}</strong> ${state}</p>${change}`,
  );
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

/** The languages of the pages, of which the current one is marked. */
function languageChoice({ language }: Frame): Html {
  const links = LANGUAGES.map((one) => {
    const query = new URLSearchParams({ to: one, next: "/account" });
    return html`<a href="${`/language?${query}`}" lang="${one}" hreflang="${one}" rel="nofollow" ${one === language && html`aria-current="true"`}>${MESSAGES[one].layout.languageName}</a>`;
  });
  return html`<p class="pager periods">${links}</p>`;
}

/** The way to the password, which older links look for at `#own-password`. */
function passwordLink({ t }: Frame): Html {
  const { account: texts, security } = t;
  return setting("own-password", texts.signIn, texts.signInPurpose, linkButton(SECURITY, security.open, "secondary"));
}

/** The notice shown while changes are locked: a stolen session and password must not suffice to change an account with a second factor. */
function lockedNotice({ t }: Pick<Frame, "t">): Html {
  return html`<p class="muted">${t.account.locked}</p>
<p>${linkButton(confirmPath("/account"), t.account.unlock, "secondary")}</p>`;
}
