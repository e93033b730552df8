import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema, timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceKey } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { PageFault } from "../fault/page-fault.ts";
import { checkField, inputField } from "../view/fields.ts";
import { csrfField } from "../view/form-parts.ts";
import { type Html, html } from "../view/html.ts";
import { listTable, pager } from "../view/list.ts";
import { momentOf } from "../view/moment.ts";
import { confirmPage } from "./confirm.ts";
import type { ConsolePage, ConsoleVisit, Desk } from "./desk.ts";
import { badge, filterForm } from "./parts.ts";
import { type Refused, refusedNotice } from "./refusal.ts";

const PATH = "/console/keys";

/** `/console/keys`: what the platform's own services sign in with. A key's value is shown once, in the answer that makes it. */
export function addKeyRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/new`, async (visit) => newPage(visit, null));
  desk.form(`${PATH}/new`, {
    repeatable: ["rights"],
    home: () => `${PATH}/new`,
    async act(visit, fields) {
      const name = (fields.one("name") ?? "").trim();
      const expiresAt = endOf(fields.one("expires_at") ?? "");
      const key = { name, rights: fields.all("rights"), ...(expiresAt && { expiresAt }) };
      const { secret } = await visit.web.clients.accounts.createServiceKey(key, visit.call);
      return madePage(visit, secret);
    },
    again: async (visit, refused) => newPage(visit, refused),
  });
  desk.page(`${PATH}/:id/revoke`, (visit) => revokePage(visit, null));
  desk.form(`${PATH}/:id/revoke`, {
    home: () => PATH,
    async act({ web, call, params }) {
      await web.clients.accounts.revokeServiceKey({ serviceKeyId: params.id ?? "" }, call);
      return `${PATH}?ended=yes`;
    },
    again: revokePage,
  });
}

/** The end of a day, UTC; a day that there is not is as good as long past, which the core refuses. */
function endOf(day: string): Timestamp | null {
  if (day === "") return null;
  const date = new Date(`${day}T23:59:59Z`);
  return Number.isNaN(date.getTime()) ? create(TimestampSchema) : timestampFromDate(date);
}

async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { keys: texts, list } = visit.t.console;
  const ended = visit.query.one("ended") === "yes";
  const token = visit.query.one("page") ?? "";
  const asked = { includeEnded: ended, pageToken: token };
  const { serviceKeys, nextPageToken } = await visit.web.clients.accounts.listServiceKeys(asked, visit.call);
  const rows = serviceKeys.map((key) => rowOf(visit, key));
  const columns = [texts.name, texts.rights, texts.state, texts.lastUsed, texts.expires, texts.end];
  const body = html`<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="${`${PATH}/new`}">${texts.add}</a></div><p class="muted">${texts.lead}</p>
${filterForm(visit, PATH, [checkField({ id: "ended", name: "ended", label: texts.endedToo, checked: ended })])}
${listTable({ caption: texts.title, columns, rows, none: list.none })}
${pager(visit, { path: PATH, filter: { ended: ended ? "yes" : "" }, token, next: nextPageToken })}</article>`;
  return { title: texts.title, body };
}

function rowOf(visit: ConsoleVisit, key: ServiceKey) {
  const { keys: texts } = visit.t.console;
  const href = `${PATH}/${key.serviceKeyId}/revoke`;
  const live = key.revokedAt === undefined;
  return [
    html`<strong dir="auto">${key.name}</strong> <code>…${key.hint}</code>`,
    html`${key.rights.map((right) => html`<code>${right}</code> `)}`,
    stateOf(visit, key),
    momentOf(visit, key.lastUsedAt, texts.never),
    momentOf(visit, key.expiresAt, texts.expiresNever),
    live ? html`<a href="${href}" aria-label="${`${texts.revoke} ${key.name}`}">${texts.revoke}</a>` : "",
  ];
}

function stateOf({ t }: ConsoleVisit, { revokedAt, expiresAt }: ServiceKey): Html {
  const { keys: texts } = t.console;
  if (revokedAt !== undefined) return badge("bad", texts.revoked);
  const over = expiresAt !== undefined && timestampDate(expiresAt).getTime() <= Date.now();
  return over ? badge("warn", texts.expired) : badge("good", texts.live);
}

function newPage(visit: ConsoleVisit, refused: Refused | null): ConsolePage {
  const { keys: texts } = visit.t.console;
  const faults = refused?.faults ?? [];
  const ticked = refused?.fields.all("rights") ?? [];
  const was = (name: string) => refused?.fields.one(name) ?? "";
  const boxes = Object.entries(texts.meanings).map(([right, meaning], at) =>
    checkField({
      id: at === 0 ? "rights" : `right-${at}`,
      name: "rights",
      value: right,
      label: html`<code>${right}</code>`,
      hint: meaning,
      checked: ticked.includes(right),
    }),
  );
  const body = html`<article class="card question"><h1>${texts.addTitle}</h1>${refusedNotice(visit, refused)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(visit.csrfToken)}
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name") }, faults)}
<fieldset><legend>${texts.rights}</legend><p class="muted"><small>${texts.rightsHint}</small></p>${boxes}</fieldset>
${inputField({ name: "expires_at", label: texts.expiresAt, hint: texts.expiresHint, type: "date", value: was("expires_at"), optional: true }, faults)}
<div class="buttons"><button type="submit">${texts.save}</button> <a href="${PATH}">${visit.t.console.scopes.cancel}</a></div>
</form></article>`;
  return { title: texts.addTitle, body };
}

function madePage({ t }: ConsoleVisit, secret: string): ConsolePage {
  const { keys: texts } = t.console;
  const body = html`<article class="card question"><h1>${texts.madeTitle}</h1><p>${texts.madeLead}</p>
<h2>${texts.secret}</h2><code class="secret">${secret}</code>
<p class="after"><a role="button" href="${PATH}">${texts.back}</a></p></article>`;
  return { title: texts.madeTitle, body };
}

async function revokePage(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const { keys: texts } = visit.t.console;
  const { name, serviceKeyId } = await findKey(visit);
  const question = {
    title: texts.revokeTitle(name),
    effects: [texts.revokeEffect],
    action: `${PATH}/${serviceKeyId}/revoke`,
    submit: texts.revokeSubmit,
    keep: texts.keep,
    back: PATH,
  };
  return confirmPage(visit, question, refused);
}

/** The keys of a platform are few, so one is found by reading their list. @throws PageFault 404 */
async function findKey({ web, call, params }: ConsoleVisit): Promise<ServiceKey> {
  let pageToken = "";
  do {
    const page = await web.clients.accounts.listServiceKeys({ pageSize: 200, pageToken }, call);
    const found = page.serviceKeys.find(({ serviceKeyId }) => serviceKeyId === params.id);
    if (found !== undefined) return found;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  throw new PageFault(404, "not_found");
}
