import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { type Html, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";
import { fullNameOf } from "../../layout/layout.ts";
import { setting } from "../setting.ts";

interface Mails {
  account: Account;
  /** True if the platform sends mails. */
  mail: boolean;
}

/** The mails that the account gets. None of them can be turned off, because each reports or asks for a change of the account or its apps. */
export function messagesSetting({ t }: Frame, { account, mail }: Mails): Html | null {
  const { messages } = t.account;
  if (account.email === "") return null;
  const title = { id: "messages", title: messages.title };
  if (!mail) return setting({ ...title, purpose: messages.off });
  const kinds = [messages.signIn, messages.changes, messages.links, ...(account.developer ? [messages.apps] : [])];
  return setting({
    ...title,
    purpose: messages.purpose,
    content: html`<ul class="facts-list">${kinds.map(([name, text]) => html`<li><strong>${name}</strong><small>${text}</small></li>`)}</ul>
${isUnverified(account) && html`<p class="muted">${messages.unverified}</p>`}`,
  });
}

/** How the account is suspended, which only the operators can do, and what that changes. */
export function closeSetting({ t, platformName }: Frame, account: Account): Html {
  const { close } = t.account;
  const effects = [...close.effects, ...(account.developer ? [close.team] : [])];
  return setting({
    id: "close-account",
    title: close.title,
    purpose: close.purpose,
    content: html`<p>${close.ask(platformName)} <strong>${fullNameOf(account)}</strong>.</p>
<ul>${effects.map((effect) => html`<li>${effect}</li>`)}</ul>
<p class="muted">${close.apps} <a href="/connected-apps">${close.toApps}</a></p>`,
  });
}
