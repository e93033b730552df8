import { type Account, TeamRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { emailAddress } from "../../components/email-address.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { isLanguage } from "../../http/language.ts";
import type { Frame } from "../../layout/frame.ts";
import { isInTeam } from "../../layout/teams.ts";
import { setting } from "../setting.ts";

interface Mails {
  account: Account;
  /** True if the platform sends mails. */
  mail: boolean;
}

/**
 * The mails that the account gets, their address and their language. None of them can be turned off, because each reports or asks for a
 * change of the account or its apps.
 */
export function messagesSetting({ t, platformName }: Frame, { account, mail }: Mails): Html | null {
  const { messages } = t.account;
  if (account.email === "") return null;
  const title = { id: "messages", title: messages.title };
  if (!mail) return setting({ ...title, purpose: messages.off(platformName) });
  const apps = appsText(messages, account);
  const kinds = [messages.signIn, messages.changes, messages.links, ...(apps === null ? [] : [apps])];
  // A core of the previous release does not send the language.
  const language =
    isLanguage(account.language) && html` <span class="muted">${messages.languages[account.language]}</span>`;
  return setting({
    ...title,
    purpose: messages.purpose,
    value: html`<strong>${emailAddress(account.email)}</strong>${language}`,
    content: html`<details class="phone-fold"><summary>${messages.kinds}</summary><ul class="facts-list">${kinds.map(([name, text]) => html`<li><strong>${name}</strong><small>${text}</small></li>`)}</ul></details>
${isUnverified(account) && html`<p class="muted">${messages.unverified}</p>`}`,
  });
}

/** The mails about apps: an owner of a team receives all, another member the results of the reviews of apps that they submit. */
function appsText({ apps, submittedApps }: Frame["t"]["account"]["messages"], account: Account) {
  if (account.developer || account.teams.some(({ role }) => role === TeamRole.OWNER)) return apps;
  return isInTeam(account) ? submittedApps : null;
}

/** The link to the page that closes the account. */
export function closeSetting({ t }: Frame): Html {
  const { close } = t;
  const action = linkButton("/account/close", close.open, "danger outline");
  return setting({ id: "close-account", title: close.title, purpose: close.purpose, action });
}
