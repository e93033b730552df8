import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { filterForm, listTable, pager } from "../../components/list.ts";
import { reasonText } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { pathOf } from "../own-app.ts";
import { daysLeft, failure } from "./health.ts";

export interface InstallationsView {
  app: App;
  installations: readonly Installation[];
  installationCount: number;
  filter: { merchant: string; state: string };
  token: string;
  next: string;
}

export function installationsPage(context: PageContext, view: InstallationsView): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const { app, installations, filter, token, next } = view;
  const path = `${pathOf(app)}/installations`;
  const { columns } = texts;
  const rows = installations.map((one) => row(context, path, one));
  const named = [columns.merchant, columns.state, columns.refreshed, columns.failed, columns.expires];
  return html`<p class="crumbs"><a href="${pathOf(app)}">${t.portal.back.app(app.profile?.name || t.portal.unnamed)}</a></p>
<div class="heading"><h1>${texts.title}</h1><p class="muted">${texts.installationCount(view.installationCount)}</p></div>
${search(context, path, filter)}
<section class="card">${listTable({ caption: texts.title, columns: named, rows, none: texts.none })}</section>
${pager(context, { path, filter, token, next })}
<p class="muted">${texts.accuracy}</p>`;
}

function search(context: PageContext, path: string, filter: InstallationsView["filter"]): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const { active, suspended, uninstalled } = t.states;
  return filterForm(context, path, [
    inputField({ name: "merchant", label: texts.search, type: "search", value: filter.merchant, optional: true }),
    selectField({
      name: "state",
      label: texts.columns.state,
      options: [
        { value: "", label: t.list.all },
        { value: "active", label: active },
        { value: "suspended", label: suspended },
        { value: "uninstalled", label: uninstalled },
      ],
      value: filter.state,
      optional: true,
    }),
  ]);
}

function row(context: PageContext, path: string, one: Installation): HtmlValue[] {
  const { t } = context;
  const texts = t.portal.installations;
  const held =
    one.state === InstallationState.SUSPENDED &&
    html`<br><small>${texts.suspendedByOther(partyName(context, one.suspendedBy))} ${reasonText(context, one)}</small>`;
  const ended = one.state === InstallationState.UNINSTALLED;
  return [
    html`<a href="${`${path}/${one.installationId}`}"><strong dir="auto">${one.merchantName}</strong></a> ${one.test && badge("warn", t.merchant.test)}<br><small>${one.merchantId} · ${texts.since} ${formatTimestamp(context, one.connectedAt, "–")}</small>`,
    html`${installationBadges(context, one)}${held}`,
    formatTimestamp(context, sinceConnected(one, one.lastRefreshedAt), texts.never),
    failure(context, one),
    ended ? "–" : daysLeft(context, one.tokensExpireAt),
  ];
}
