import type { GetAccountClosureResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow } from "../../components/action-row.ts";
import { withEmailAddresses } from "../../components/email-address.ts";
import { checkField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { statusPanel } from "../../components/status-panel.ts";
import { supportLink } from "../../components/support-link.ts";
import type { Frame } from "../../layout/frame.ts";
import { fullNameOf } from "../../layout/layout.ts";
import type { PageContext } from "../../router/page-router.ts";
import { MEMBERS } from "../merchant-section.ts";
import { setting, settingsCard } from "../setting.ts";

export const PATH = "/account/close";

/** The page after the closure, for which no session is left. */
export const CLOSED = "/account/closed";

export interface CloseView {
  closure: GetAccountClosureResponse;
  errors: readonly FieldError[];
  /** True if the box was ticked. */
  understood: boolean;
}

/** True if the account cannot be closed. */
export function hasObstacle({ external, lastOwnerOf, apps, lastOperator }: GetAccountClosureResponse): boolean {
  return external || lastOperator || apps > 0 || lastOwnerOf.length > 0;
}

export function closePage(context: PageContext, view: CloseView): Html {
  const { account, close } = context.t;
  const blocked = hasObstacle(view.closure);
  const who = fullNameOf(context.account);
  const crumbs = [{ href: "/account", label: account.title }];
  return html`${pageHeader(context, { crumbs, title: close.title, lead: withEmailAddresses(blocked ? who : close.lead(who)) })}
${errorSummary(context.t, view.errors)}
${blocked ? obstacles(context, view.closure) : question(context, view)}`;
}

function question(context: PageContext, view: CloseView): Html {
  const { close } = context.t;
  const { developer } = context.account;
  const deleted = [
    close.signIn,
    developer ? close.addressDeveloper : close.address,
    close.memberships,
    ...(developer ? [close.team] : []),
  ];
  const [apps, appsText] = close.apps;
  const stays = [[apps, html`${appsText} <a href="/connected-apps">${close.toApps}</a>`] as const, close.log];
  return settingsCard([
    setting({ id: "deleted", title: close.deleted, purpose: close.deletedPurpose, content: facts(deleted) }),
    setting({ id: "stays", title: close.stays, purpose: close.staysPurpose, content: facts(stays) }),
    setting({ id: "confirm", title: close.confirm, purpose: close.confirmPurpose, content: form(context, view) }),
  ]);
}

/** @param entries names and texts */
function facts(entries: readonly (readonly HtmlValue[])[]): Html {
  return html`<ul class="facts-list">${entries.map(([name, text]) => html`<li><strong>${name}</strong><small>${text}</small></li>`)}</ul>`;
}

function form({ t, csrfToken, account }: PageContext, { errors, understood }: CloseView): Html {
  const { close } = t;
  const password = { label: close.password, autocomplete: "current-password" };
  return html`<form method="post" action="${PATH}" novalidate data-once>${csrfField(csrfToken)}
<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${textField({ name: "current_password", type: "password", ...password }, errors)}
<div class="field">${checkField({ id: "understood", name: "understood", label: close.understood, checked: understood }, errors)}</div>
<div class="buttons"><button type="submit" class="danger">${close.submit}</button> ${linkButton("/account", close.cancel, "secondary")}</div></form>`;
}

/** Each reason why the account cannot be closed, with a link to what settles it. */
function obstacles(context: PageContext, closure: GetAccountClosureResponse): Html {
  const { close } = context.t;
  const { external, lastOwnerOf, apps, lastOperator } = closure;
  const { obstacles: texts } = close;
  const mark = icon("warning");
  if (external) {
    const content = html`<p>${texts.external(context.platformName)} ${supportLink(context)}</p>`;
    return statusPanel({ tone: "warn", mark, title: close.notExternal, content });
  }
  const rows = [
    ...lastOwnerOf.map(({ merchantId: merchant, name }) =>
      actionRow({
        icon: "store",
        title: html`<span dir="auto">${name}</span>`,
        details: texts.shop,
        action: linkButton(pathWith(MEMBERS, { merchant }), texts.toMembers, "secondary"),
      }),
    ),
    apps > 0 && obstacle("apps", [texts.apps(apps), texts.appsWhy], ["/portal", texts.toPortal]),
    lastOperator &&
      obstacle(
        "shield",
        [texts.operator, texts.operatorWhy(context.platformName)],
        ["/console/accounts", texts.toAccounts],
      ),
  ].filter((row) => row !== false);
  return html`${statusPanel({ tone: "warn", mark, title: close.not, content: html`<p>${close.notWhy}</p>` })}
<div class="card"><ul class="rows">${rows.map((row) => html`<li>${row}</li>`)}</ul>
${lastOwnerOf.length > 0 && html`<p class="muted"><small>${texts.help(context.platformName)} ${supportLink(context)}</small></p>`}</div>`;
}

function obstacle(
  name: "apps" | "shield",
  [title, details]: readonly [string, string],
  [href, label]: readonly [string, string],
): Html {
  return actionRow({ icon: name, title, details, action: linkButton(href, label, "secondary") });
}

/** The page after the closure. */
export function closedPage({ t }: Pick<Frame, "t">): Html {
  const { done } = t.close;
  return html`<article class="card narrow">${icon("exit")}<h1>${done.title}</h1><p>${done.text}</p>
<p><a class="button wide" href="/">${done.home}</a></p></article>`;
}
