import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceKey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { checkField, inputField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import { confirmPage } from "../confirm.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import type { Refused } from "../refusal.ts";
import { newPage, PATH, rowOf } from "./view.ts";

/** `/console/keys`: what the platform's own services sign in with. A key's value is shown once, on the page that its maker is sent to. */
export function addKeyRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/new`, async (visit) => newPage(visit, null));
  desk.form(`${PATH}/new`, {
    repeatable: ["permissions"],
    home: () => `${PATH}/new`,
    async act(visit, fields) {
      const name = (fields.one("name") ?? "").trim();
      const expiresAt = endOf(fields.one("expires_at") ?? "");
      const key = { name, permissions: fields.all("permissions"), ...(expiresAt && { expiresAt }) };
      const { secret, serviceKey } = await visit.web.clients.accounts.createServiceKey(key, visit.call);
      return { to: `${PATH}/${serviceKey?.serviceKeyId}/made`, once: { secret } };
    },
    again: async (visit, refused) => newPage(visit, refused),
  });
  desk.page(`${PATH}/:id/made`, madePage);
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
  const { keys: texts } = visit.t.console;
  const [name, token] = [(visit.query.one("name") ?? "").trim(), visit.query.one("page") ?? ""];
  const ended = visit.query.one("ended") === "yes" ? "yes" : "";
  const asked = { namePrefix: name, includeEnded: ended === "yes", pageToken: token };
  const { serviceKeys, nextPageToken } = await visit.web.clients.accounts.listServiceKeys(asked, visit.call);
  const rows = serviceKeys.map((key) => rowOf(visit, key));
  const columns = [texts.name, texts.permissions, texts.state, texts.lastUsed, texts.expires, texts.end];
  const body = html`<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="${`${PATH}/new`}">${texts.add}</a></div><p class="muted">${texts.lead}</p>
${filterForm(visit, PATH, [
  inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true }),
  checkField({ id: "ended", name: "ended", label: texts.endedToo, checked: ended === "yes" }),
])}
${consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, ended }, token, next: nextPageToken })}</article>`;
  return { title: texts.title, body };
}

/** The key that was just made; once its value was shown, what to do if it was lost. */
async function madePage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { keys: texts } = visit.t.console;
  const { name, serviceKeyId } = await findKey(visit);
  const { secret = null } = visit.once ?? {};
  const shown =
    secret === null
      ? html`<p>${texts.madeGone}</p>
<p class="after buttons"><a role="button" href="${PATH}">${texts.back}</a> <a href="${`${PATH}/${serviceKeyId}/revoke`}">${texts.revoke}</a></p>`
      : html`<p>${texts.madeLead}</p><h2>${texts.secret}</h2><code class="secret">${secret}</code>
<p class="after"><a role="button" href="${PATH}">${texts.back}</a></p>`;
  const body = html`<article class="card question"><h1>${texts.madeTitle(name)}</h1>${shown}</article>`;
  return { title: texts.madeTitle(name), body };
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

async function findKey({ web, call, params }: ConsoleVisit): Promise<ServiceKey> {
  const { serviceKey } = await web.clients.accounts.getServiceKey({ serviceKeyId: params.id ?? "" }, call);
  if (serviceKey === undefined) throw new PageError(404, "not_found");
  return serviceKey;
}
