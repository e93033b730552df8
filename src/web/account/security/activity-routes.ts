import type { ListSecurityEventsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";
import { type Html, html } from "../../components/html.ts";
import { rowIcon } from "../../components/icon.ts";
import { emptyState, pathWith } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { supportLink } from "../../components/support-link.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { activityDays } from "./activity.ts";
import { isChangeable } from "./password-risk.ts";
import { ACTIVITY, CHANGE_PASSWORD, DEVICES } from "./paths.ts";

const PAGE_SIZE = 25;

/** The page of sign-ins and security changes. */
export function addActivityRoutes(router: PageRouter): void {
  router.page(ACTIVITY, activityPage);
}

/** Reads a page of events. A core of the previous release returns its last ten events, and the one before it none. */
export async function readEvents(
  { web, call }: PageContext,
  request: { pageSize: number; pageToken?: string },
): Promise<Pick<ListSecurityEventsResponse, "events" | "nextPageToken">> {
  return web.clients.accounts.listSecurityEvents(request, call).catch((failure) => {
    if (isUnimplemented(failure)) return { events: [], nextPageToken: "" };
    throw failure;
  });
}

async function activityPage(context: PageContext): Promise<Page> {
  const { activity } = context.t.security;
  const token = context.query.one("page") ?? "";
  const { events, nextPageToken } = await readEvents(context, { pageSize: PAGE_SIZE, pageToken: token });
  const body = html`${pageHeader(context, { title: activity.title, lead: activity.lead })}
${notYou(context)}
<div class="card">${events.length === 0 ? emptyState({ title: activity.none, icon: "audit" }) : activityDays(context, events)}
${olderLinks(context, token, nextPageToken)}</div>`;
  return { title: activity.title, body };
}

function olderLinks({ t }: PageContext, token: string, next: string): Html | null {
  const { activity } = t.security;
  if (token === "" && next === "") return null;
  const newest = html`<a class="button secondary" href="${ACTIVITY}">${activity.newest}</a>`;
  const earlier = html`<a class="button secondary" rel="next" href="${pathWith(ACTIVITY, { page: next })}">${activity.earlier}</a>`;
  return html`<nav class="buttons log-end" aria-label="${t.list.pages}">${token !== "" && newest} ${next !== "" && earlier}</nav>`;
}

/** The steps after an event that the owner of the account did not cause. */
function notYou(context: PageContext): Html {
  const { t, account } = context;
  const { activity } = t.security;
  const step = (icon: "lock" | "monitor", href: string, [label, more]: readonly [string, string]) =>
    html`<li class="row-link">${rowIcon(icon)}<div><a href="${href}">${label}</a><small>${more}</small></div></li>`;
  return html`<section class="card not-you" aria-labelledby="not-you"><h2 id="not-you">${activity.notYou}</h2>
<ul class="rows">${isChangeable(account) && step("lock", CHANGE_PASSWORD, [activity.changePassword, activity.changePasswordEffect])}
${step("monitor", DEVICES, [activity.endSessions, activity.endSessionsEffect])}${supportStep(context)}</ul></section>`;
}

function supportStep(context: PageContext): Html | null {
  const link = supportLink(context);
  return (
    link &&
    html`<li class="row-link">${rowIcon("mail")}<div>${link}<small>${context.t.security.activity.contact}</small></div></li>`
  );
}
