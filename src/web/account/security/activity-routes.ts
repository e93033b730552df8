import type { FastifyInstance } from "fastify";
import { isUnimplemented } from "../../../rpc/errors.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, rowIcon } from "../../components/icon.ts";
import { emptyState, pathWith } from "../../components/list.ts";
import { listTabs, valueTabs } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import type { Web } from "../../request-context.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { activityDays } from "./activity.ts";
import { addActivityExport } from "./activity-export.ts";
import { filterOf, GROUPS, type Group, groupOf, readEvents } from "./activity-list.ts";
import { logHeads } from "./log-facts.ts";
import { isChangeable } from "./password-risk.ts";
import { ACKNOWLEDGE, ACTIVITY, CHANGE_PASSWORD, DEVICES, PATH } from "./paths.ts";

const PAGE_SIZE = 25;

/** The page of sign-ins and security changes, its file, and the answer to a failed sign-in. */
export function addActivityRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  router.page(ACTIVITY, activityPage);
  router.form(ACKNOWLEDGE, {
    basePath: () => PATH,
    async handle({ web: { clients }, call, t }, fields) {
      try {
        await clients.accounts.acknowledgeFailedSignIn({ eventId: fields.one("event_id") ?? "" }, call);
      } catch (failure) {
        // A core of the previous release keeps the notice.
        if (isUnimplemented(failure)) return PATH;
        throw failure;
      }
      return { to: PATH, flash: { done: t.security.acknowledged } };
    },
  });
  addActivityExport(app, router, web);
}

interface Shown {
  group: Group;
  /** The token of this page; empty for the newest events. */
  token: string;
  /** The token of the next page; empty on the last page. */
  next: string;
}

async function activityPage(context: PageContext): Promise<Page> {
  const { activity } = context.t.security;
  const token = context.query.one("page") ?? "";
  const group = groupOf(context.query);
  const request = { ...filterOf(context.query), pageSize: PAGE_SIZE, pageToken: token };
  const [{ events, nextPageToken, retentionDays }, { externalLabel }] = await Promise.all([
    readEvents(context, request),
    context.web.clients.accounts.getSignInOptions({}, context.call),
  ]);
  const shown = { group, token, next: nextPageToken };
  const actions =
    events.length > 0 && linkButton(pathWith(`${ACTIVITY}.csv`, { group }), activity.exportCsv, "secondary");
  const body = html`${pageHeader(context, { title: activity.title, lead: activity.lead, actions })}
<div class="card events">${groupTabs(context, group)}
${events.length === 0 ? noEvents(context, shown) : html`${eventHeads(context)}${activityDays({ ...context, externalLabel }, events)}`}
${olderLinks(context, shown)}</div>
<p class="muted"><small>${retentionDays > 0 && `${activity.keptFor(retentionDays)} `}${activity.note}</small></p>
${notYou(context)}`;
  return { title: activity.title, body };
}

function groupTabs(context: PageContext, group: Group): Html {
  const { activity } = context.t.security;
  const options = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((value) => ({
    value,
    label: activity.groups[value],
  }));
  const tabs = valueTabs(activity.groups.all, { name: "group", value: group, options });
  return listTabs(context, { path: ACTIVITY, filter: {} }, { label: activity.group, tabs });
}

/** The heads of the columns on wide screens. */
function eventHeads({ t }: PageContext): Html {
  const { activity, device, address } = t.security;
  return logHeads(activity.event, [activity.details, device, address], activity.time);
}

/** A page without events. If a page follows, older events were not searched yet. */
function noEvents({ t }: PageContext, { group, token, next }: Shown): Html {
  const { activity } = t.security;
  if (next !== "")
    return emptyState({
      title: token === "" ? activity.noneSoFar : activity.noneSoFarHere,
      text: activity.searchEarlier,
      icon: "search",
    });
  if (group === "") return emptyState({ title: activity.none, icon: "audit" });
  const text = activity.groupTexts[group];
  const all = html`<a class="button secondary" href="${ACTIVITY}">${activity.showAll}</a>`;
  return emptyState({ title: activity.noneInGroup, text, icon: "audit", action: all });
}

function olderLinks({ t }: PageContext, { group, token, next }: Shown): Html | null {
  const { activity } = t.security;
  if (token === "" && next === "") return null;
  const newest = html`<a class="button secondary" href="${pathWith(ACTIVITY, { group })}">${activity.newest}</a>`;
  const earlier = html`<a class="button secondary" rel="next" href="${pathWith(ACTIVITY, { group, page: next })}">${activity.earlier}</a>`;
  return html`<nav class="buttons log-end" aria-label="${t.list.pages}">${token !== "" && newest} ${next !== "" && earlier}</nav>`;
}

/** The steps after an event that the owner of the account did not cause. */
function notYou(context: PageContext): Html {
  const { t, account, brand, platformName } = context;
  const { activity } = t.security;
  const step = (icon: IconName, href: string, [label, more]: readonly [string, string]) =>
    html`<li class="row-link">${rowIcon(icon)}<div><a href="${href}">${label}</a><small>${more}</small></div></li>`;
  return html`<section class="card not-you" aria-labelledby="not-you"><h2 id="not-you">${activity.notYou}</h2>
<ul class="rows">${isChangeable(account) && step("lock", CHANGE_PASSWORD, [activity.changePassword, activity.changePasswordEffect])}
${step("monitor", DEVICES, [activity.endSessions, activity.endSessionsEffect])}
${brand.support && step("mail", brand.support.href, [t.layout.contact(platformName), activity.contact])}</ul></section>`;
}
