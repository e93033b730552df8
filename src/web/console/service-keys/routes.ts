import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ServiceKey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { copySecret } from "../../components/copy.ts";
import { html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import { PageError } from "../../errors/page-error.ts";
import { startOfDay } from "../../http/day.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { confirmPage } from "../confirm.ts";
import { sectionCrumb } from "../paths.ts";
import { keyFacts, listPage, newPage, PATH } from "./view.ts";

/** `/console/keys`: the service keys. The value of a new key is shown once. */
export function addKeyRoutes(router: PageRouter): void {
  router.page(PATH, listPage);
  router.page(`${PATH}/new`, async (context) => newPage(context, null));
  router.form(`${PATH}/new`, {
    repeatable: ["permissions"],
    basePath: () => `${PATH}/new`,
    async handle(context, fields) {
      const name = (fields.one("name") ?? "").trim();
      const expiresAt = endOf(fields.one("expires_at") ?? "");
      const key = { name, permissions: fields.all("permissions"), ...(expiresAt && { expiresAt }) };
      const { secret, serviceKey } = await context.web.clients.accounts.createServiceKey(key, context.call);
      return { to: `${PATH}/${serviceKey?.serviceKeyId}/made`, flash: { secret } };
    },
    redisplay: async (context, rejected) => newPage(context, rejected),
  });
  router.page(`${PATH}/:id/made`, madePage);
  router.page(`${PATH}/:id/revoke`, (context) => revokePage(context, null));
  router.form(`${PATH}/:id/revoke`, {
    basePath: () => PATH,
    async handle({ web, call, params }) {
      await web.clients.accounts.revokeServiceKey({ serviceKeyId: params.id ?? "" }, call);
      return `${PATH}?ended=yes`;
    },
    done: ({ t }) => t.console.keys.done,
    redisplay: revokePage,
  });
}

const LAST_SECOND_MS = 86_399_000;

/** The end of a day in UTC. An invalid date becomes 1970, which the core rejects because it is in the past. */
function endOf(day: string): Timestamp | null {
  if (day === "") return null;
  const start = startOfDay(day);
  return start === null ? create(TimestampSchema) : timestampFromMs(start + LAST_SECOND_MS);
}

/** The page of a new key. It shows the value once; later requests explain how to replace a lost key. */
async function madePage(context: PageContext): Promise<Page> {
  const { keys: texts } = context.t.console;
  const { name, serviceKeyId } = await findKey(context);
  const { secret = null } = context.flash ?? {};
  const shown =
    secret === null
      ? html`<p>${texts.alreadyShown}</p>
<p class="after buttons"><a class="button" href="${PATH}">${texts.back}</a> <a href="${`${PATH}/${serviceKeyId}/revoke`}">${texts.revoke}</a></p>`
      : html`<p>${texts.createdLead}</p><h2>${texts.secret}</h2>${copySecret(context.t, { id: "service-key", label: texts.secret, value: secret })}
<p class="buttons after"><a class="button" href="${PATH}">${texts.back}</a></p>`;
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.createdTitle(name) })}
<section class="card question">${shown}</section>`;
  return { title: texts.createdTitle(name), body };
}

async function revokePage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { keys: texts } = context.t.console;
  const key = await findKey(context);
  const { name, serviceKeyId } = key;
  const confirmation = {
    title: texts.revokeTitle(name),
    effects: [texts.revokeEffect],
    fields: keyFacts(context, key),
    action: `${PATH}/${serviceKeyId}/revoke`,
    submit: texts.revokeSubmit,
    cancel: texts.cancel,
    back: PATH,
  };
  return confirmPage(context, confirmation, rejected);
}

async function findKey({ web, call, params }: PageContext): Promise<ServiceKey> {
  const { serviceKey } = await web.clients.accounts.getServiceKey({ serviceKeyId: params.id ?? "" }, call);
  if (serviceKey === undefined) throw new PageError(404, "not_found");
  return serviceKey;
}
