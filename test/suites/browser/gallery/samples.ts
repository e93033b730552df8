import { create } from "@bufbuild/protobuf";
import { raw } from "hono/html";
import { AccountState, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  ConsentAppSchema,
  ConsentMerchantSchema,
  ConsentScopeSchema,
  ScopeSensitivity,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { actionRow } from "../../../../src/web/components/action-row.ts";
import { appCell, appHeader } from "../../../../src/web/components/app-card.ts";
import {
  accountStateBadge,
  appStateBadge,
  badge,
  badgeRow,
  merchantStateBadge,
} from "../../../../src/web/components/badges.ts";
import { questionCard } from "../../../../src/web/components/confirmation.ts";
import { copyBox, copyCode } from "../../../../src/web/components/copy.ts";
import { APP_STATES } from "../../../../src/web/components/enum-names.ts";
import { areaField, checkField, inputField, selectField } from "../../../../src/web/components/fields.ts";
import { errorSummary, textField } from "../../../../src/web/components/form.ts";
import { type Html, html } from "../../../../src/web/components/html.ts";
import { letterTile } from "../../../../src/web/components/letter-tile.ts";
import { emptyState, factList, listTable, noResults, pager } from "../../../../src/web/components/list.ts";
import { listFilter } from "../../../../src/web/components/list-filter.ts";
import { merchantChoice } from "../../../../src/web/components/merchant-choice.ts";
import { notice, statusMessage } from "../../../../src/web/components/notice.ts";
import { linkButton, pageHeader } from "../../../../src/web/components/page-header.ts";
import { scopeChoice, scopeItem } from "../../../../src/web/components/scope-list.ts";
import { sortedColumn } from "../../../../src/web/components/sort.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";

/** A component with its states. */
export interface Sample {
  name: string;
  body(frame: Frame): Html;
}

/** The query of the third page of a list. */
const THIRD_PAGE = { one: (name: string) => ({ page: "2", page_trail: "3*1.6" })[name] ?? null };

const NAMES = ["Parcel Pilot", "Ledger Lark", "Donaudampfschifffahrtsgesellschaft"];

const app = (name: string) =>
  ({ clientId: "app_7J2k", logoDigest: "", profile: { name } }) as Parameters<typeof appCell>[1];

/** The header of a page with `h2`, because the gallery has its own `h1`. */
function secondHeading(header: Html): Html {
  return html`${raw(String(header).replace("<h1", "<h2").replace("</h1>", "</h2>"))}`;
}

/** Every component of `src/web/components` that has a look, in the states in which pages show it. */
export const SAMPLES: readonly Sample[] = [
  {
    name: "buttons",
    body: ({ t }) => html`<p class="buttons"><button type="button">${t.signIn.submit}</button>
<button type="button" class="secondary">${t.list.reset}</button>
<button type="button" class="danger">${t.connected.confirm.submit}</button>
<button type="button" class="danger outline">${t.connected.confirm.submit} …</button>
<button type="button" class="quiet">${t.list.next}</button></p>
<p class="buttons"><button type="button" disabled>${t.signIn.submit}</button>
<button type="button" aria-busy="true">${t.signIn.submit}</button>
<button type="button" class="secondary button-small">${t.list.search}</button>
${linkButton("#", t.layout.portal)}${linkButton("#", t.layout.console, "secondary")}</p>
<p class="buttons"><button type="button" data-focused>${t.signIn.submit}</button>
<button type="button" class="secondary" data-focused>${t.list.reset}</button>
<button type="button" class="danger" data-focused>${t.connected.confirm.submit}</button>
<button type="button" class="danger outline" data-focused>${t.connected.confirm.submit} …</button>
<button type="button" class="quiet" data-focused>${t.list.next}</button></p>
<p><a href="#" data-focused>${t.layout.portal}</a></p>`,
  },
  {
    name: "badges",
    // The states of an app as its developer and as operators see them.
    body: (frame) => html`<p>${badgeRow(APP_STATES.map((state) => appStateBadge(frame, state, "developer")))}</p>
<p>${badgeRow(APP_STATES.map((state) => appStateBadge(frame, state, "operator")))}</p>
<p>${badgeRow([
      accountStateBadge(frame, { state: AccountState.ACTIVE, closed: false }),
      accountStateBadge(frame, { state: AccountState.SUSPENDED, closed: false }),
      merchantStateBadge(frame, MerchantState.CLOSED),
      badge("label", frame.t.merchant.test),
      badge("label", frame.t.roles.owner),
    ])}</p>`,
  },
  {
    name: "page-header",
    body: (frame) =>
      secondHeading(
        pageHeader(frame, {
          crumbs: [
            { href: "#", label: frame.t.portal.sections.apps },
            { href: "#", label: NAMES[0]! },
          ],
          title: NAMES[1],
          badges: appStateBadge(frame, AppState.APPROVED, "developer"),
          lead: frame.t.app.by("Lark Ltd"),
          actions: html`${linkButton("#", frame.t.list.next, "secondary")}${linkButton("#", frame.t.list.search)}`,
        }),
      ),
  },
  {
    name: "messages",
    body: ({ t }) => html`${statusMessage(t.security.passwordChanged)}${notice("plain", t.merchant.missing)}
${notice("warn", t.app.inTestText("Harbour"))}${notice("bad", t.scopes.none)}
${errorSummary(t, [{ field: "email", text: t.merchant.missing }])}`,
  },
  {
    name: "fields",
    body: ({ t }) => {
      const errors = [{ field: "wrong", text: t.merchant.missing }];
      const options = Object.entries(t.roles).map(([value, label]) => ({ value, label }));
      return html`<form>${textField({ name: "email", label: t.signIn.email, type: "email", hint: t.signUp.passwordHint, autocomplete: "off" }, [])}
${inputField({ name: "wrong", label: t.signUp.name, value: "x" }, errors)}
${selectField({ name: "role", label: t.merchant.choose, options })}
${areaField({ name: "text", label: t.reasons.text, value: "…", rows: 2 })}
${checkField({ id: "check", name: "check", label: t.scopes.optional, hint: t.scopes.declined, checked: true })}
${checkField({ id: "free", name: "free", label: t.list.all })}
${copyBox(t, { id: "copied", label: "URL", value: "https://login.example/install/app_7J2k" })}</form>`;
    },
  },
  {
    name: "links",
    body: ({
      t,
    }) => html`<p class="muted">In text: underlined. A name in a list: strong. Navigation: plain. An action: a button.</p>
<p>${t.app.inTestText("Harbour")} <a href="#">${t.layout.portal}</a></p>
<ul class="rows"><li>${actionRow({ icon: "store", title: html`<a href="#">${NAMES[0]}</a>`, details: html`<code>app_7J2k</code>` })}</li></ul>
<p class="buttons"><a class="button" href="#">${t.errors.connectAgain}</a> <a href="#">${t.errors.connectedApps}</a></p>`,
  },
  {
    name: "tiles",
    body: () => {
      const names = ["Parcel Pilot", "Ledger Lark", "Ledger Linnet", "Mail Martin", "Stock Swallow", "Finn Nord"];
      const small = names.map((name) => html`${letterTile(name, "app-small")} ${letterTile(name, "person")} `);
      return html`<p class="buttons">${small}</p>
<p class="buttons">${names.map((name) => letterTile(name, "app"))}${letterTile(names[0]!, "person-large")}</p>`;
    },
  },
  {
    name: "identifiers",
    body: ({ t }) =>
      html`${factList([
        ["ID", copyCode(t, { id: "short", label: "ID", value: "app_7J2kQ0vT9sLm4XyA" })],
        ["UUID", html`<code>5b0c7c2e-63f1-4c1a-9a53-0f6a2c1e8d77</code>`],
      ])}<p class="request-id"><small>${t.errors.requestId} <code>req-7j</code></small></p>`,
  },
  {
    name: "list",
    body: (frame) => {
      const { t } = frame;
      const rows = NAMES.map((name, at) => [
        appCell(frame, { ...app(name), clientId: `app_7J2k${at}` }, "#"),
        badgeRow([
          appStateBadge(frame, APP_STATES[at + 3]!, "operator"),
          at === 0 && appStateBadge(frame, AppState.SUBMITTED, "operator"),
        ]),
        String(at * 40),
        html`<button type="button" class="secondary button-small">${t.connected.pause}</button>`,
      ]);
      const sorted = { path: "#", filter: {}, order: { key: "name", descending: false } };
      const columns = [
        sortedColumn(sorted, t.portal.apps.columns.app, { key: "name", descending: false }),
        t.portal.apps.columns.state,
        sortedColumn(sorted, t.list.all, { key: "all", descending: true }),
        t.connected.pause,
      ];
      return html`<div class="card">${listFilter(frame, {
        path: "/gallery",
        filter: {},
        search: { name: "q", label: t.list.search },
        fields: [
          selectField({
            name: "state",
            label: t.portal.apps.state,
            options: [{ value: "", label: t.list.all }],
            optional: true,
          }),
        ],
      })}
${listTable({ caption: t.portal.apps.title, columns, rows, none: "" })}
${pager({ ...frame, query: THIRD_PAGE }, { path: "#", filter: {}, token: "2", next: "3" })}</div>`;
    },
  },
  {
    name: "empty",
    body: ({ t }) =>
      html`${listTable({ caption: "", columns: [], rows: [], none: t.list.noneMore })}<br>${noResults(t)}<br>
${emptyState({ icon: "apps", title: t.portal.apps.empty.title, text: t.portal.apps.empty.lead, action: linkButton("#", t.portal.apps.create) })}`,
  },
  {
    name: "columns",
    body: ({ t }) => html`<div class="two-columns"><section class="card"><h2>${t.layout.portal}</h2>
${factList([
  [t.signIn.email, "mia@example.com"],
  [t.connected.shops.label, html`<a href="#">Harbour Coffee</a> <code>harbour-coffee</code>`],
  [t.reasons.code, t.reasons.suspension.ABUSE],
])}</section>
<section class="card"><h2>${t.layout.console}</h2><ol class="timeline"><li class="event-good"><div class="history-line"><strong>${t.appStates.approved}</strong></div></li>
<li class="event-plain"><div class="history-line"><strong>${t.appStates.submitted}</strong></div></li></ol>
<details class="more"><summary>${t.connected.confirm.submit}</summary><p>${t.merchant.missing}</p></details></section></div>`,
  },
  {
    name: "question",
    body: (frame) =>
      questionCard(
        { ...frame, csrfToken: "" },
        {
          effects: [frame.t.members.removeEffect("Sam Staff"), frame.t.members.appsStay],
          action: "#",
          submit: frame.t.members.removeSubmit,
          cancel: frame.t.members.keep,
          back: "#",
        },
      ),
  },
  {
    name: "consent",
    body: (frame) => {
      const { t } = frame;
      const [orders, customers] = [ScopeSensitivity.NORMAL, ScopeSensitivity.SENSITIVE].map((sensitivity) =>
        create(ConsentScopeSchema, {
          name: "orders:read",
          title: t.home.merchants,
          description: t.merchant.missing,
          sensitivity,
        }),
      );
      const merchants = ["Harbour Coffee", "Harbour Tea"].map((name, at) =>
        create(ConsentMerchantSchema, { merchantId: `m-${at}`, name, test: at === 1 }),
      );
      const header = appHeader(
        frame,
        create(ConsentAppSchema, { name: NAMES[0], developerName: "Pilot Ltd", verified: true }),
        NAMES[0]!,
        { isPair: true },
      );
      return html`<div class="card consent">${secondHeading(header)}
${merchantChoice(t, { merchants, chosen: "m-0", errors: [] })}
<ul class="scopes">${scopeItem(t, orders!)}${scopeChoice(t, customers!, { granted: null, checked: true, id: "s" })}</ul>
<div class="decision"><button type="button" class="secondary">${t.consent.deny}</button><button type="button">${t.consent.approve}</button></div></div>`;
    },
  },
];
