import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { filterForm, listTable, pager } from "../../components/list.ts";
import { reasonText } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { momentOf } from "../../components/timestamp.ts";
import { pathOf } from "../own-app.ts";
import type { PortalVisit } from "../page-router.ts";
import { daysLeft, failure } from "./health.ts";

export interface InstallationsView {
  app: App;
  installations: readonly Installation[];
  installationCount: number;
  filter: { merchant: string; state: string };
  token: string;
  next: string;
}

export function installationsPage(visit: PortalVisit, view: InstallationsView): Html {
  const { t } = visit;
  const texts = t.portal.installations;
  const { app, installations, filter, token, next } = view;
  const path = `${pathOf(app)}/installations`;
  const { columns } = texts;
  const rows = installations.map((one) => row(visit, path, one));
  const named = [columns.merchant, columns.state, columns.refreshed, columns.failed, columns.expires];
  return html`<p class="crumbs"><a href="${pathOf(app)}">${t.portal.back.app(app.profile?.name || t.portal.unnamed)}</a></p>
<div class="heading"><h1>${texts.title}</h1><p class="muted">${texts.standing(view.installationCount)}</p></div>
${search(visit, path, filter)}
<section class="card">${listTable({ caption: texts.title, columns: named, rows, none: texts.none })}</section>
${pager(visit, { path, filter, token, next })}
<p class="muted">${texts.hour}</p>`;
}

function search(visit: PortalVisit, path: string, filter: InstallationsView["filter"]): Html {
  const { t } = visit;
  const texts = t.portal.installations;
  const { active, suspended, ended } = t.states;
  return filterForm(visit, path, [
    inputField({ name: "merchant", label: texts.search, type: "search", value: filter.merchant, optional: true }),
    selectField({
      name: "state",
      label: texts.columns.state,
      options: [
        { value: "", label: t.list.all },
        { value: "active", label: active },
        { value: "suspended", label: suspended },
        { value: "ended", label: ended },
      ],
      value: filter.state,
      optional: true,
    }),
  ]);
}

function row(visit: PortalVisit, path: string, one: Installation): HtmlValue[] {
  const { t } = visit;
  const texts = t.portal.installations;
  const held =
    one.state === InstallationState.SUSPENDED &&
    html`<br><small>${texts.heldBy(partyName(visit, one.suspendedBy))} ${reasonText(visit, one)}</small>`;
  const ended = one.state === InstallationState.UNINSTALLED;
  return [
    html`<a href="${`${path}/${one.installationId}`}"><strong dir="auto">${one.merchantName}</strong></a> ${one.test && badge("warn", t.merchant.test)}<br><small>${one.merchantId} · ${texts.since} ${momentOf(visit, one.connectedAt, "–")}</small>`,
    html`${installationBadges(visit, one)}${held}`,
    momentOf(visit, sinceConnected(one, one.lastRefreshedAt), texts.never),
    failure(visit, one),
    ended ? "–" : daysLeft(visit, one.tokensExpireAt),
  ];
}
