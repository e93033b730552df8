import { Code, ConnectError } from "@connectrpc/connect";
import { inputField } from "../../view/fields.ts";
import { csrfField } from "../../view/form-parts.ts";
import { html } from "../../view/html.ts";
import { pathWith } from "../../view/list.ts";
import { badge, filterForm, merchantStateBadge, since } from "../components.ts";
import type { ConsoleVisit } from "../context.ts";
import { consoleList } from "../list.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import { FormError, type Refused, refusedNotice } from "../refusal.ts";
import { exactFirst, merchantById } from "../search.ts";

const PATH = "/console/merchants";

/** The address of a merchant's page. Its id may be any word, `..` among them, so it stands in the query. */
export function merchantPath(merchantId: string): string {
  return pathWith(`${PATH}/view`, { id: merchantId });
}

/** `/console/merchants`: all of them by name, and new ones. */
export function addMerchantListRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/new`, async (visit) => newPage(visit, null));
  desk.form(`${PATH}/new`, {
    home: () => `${PATH}/new`,
    async act(visit, fields) {
      const { accounts } = visit.web.clients;
      const one = (name: string) => (fields.one(name) ?? "").trim();
      const ownerAccountId = await ownerIn(visit, one("owner_email"));
      const asked = { merchantId: one("merchant_id"), name: one("name"), ownerAccountId };
      const { merchant } = await accounts.createMerchant(asked, visit.call);
      return merchantPath(merchant?.merchantId ?? "");
    },
    again: async (visit, refused) => newPage(visit, refused),
  });
}

/** @throws FormError where no account is named: the operator would become the owner otherwise */
async function ownerIn({ web, call, t }: ConsoleVisit, email: string): Promise<string> {
  if (email === "") throw new FormError([{ field: "owner_email", text: t.console.refused.fields.owner_email ?? "" }]);
  try {
    const { account } = await web.clients.accounts.getAccount({ email, withoutMemberships: true }, call);
    return account?.accountId ?? "";
  } catch (failure) {
    if (ConnectError.from(failure).code !== Code.NotFound) throw failure;
    throw new FormError([{ field: "owner_email", text: t.console.merchants.ownerNone }]);
  }
}

async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { merchants: texts } = visit.t.console;
  const [name, token] = [visit.query.one("name") ?? "", visit.query.one("page") ?? ""];
  const asked = { namePrefix: name, pageToken: token };
  const { accounts } = visit.web.clients;
  const { merchants, nextPageToken } = await accounts.listMerchants(asked, visit.call);
  const exact = token === "" ? await merchantById(visit, name.trim()) : null;
  const rows = exactFirst(exact, merchants, ({ merchantId }) => merchantId).map((merchant) => [
    html`<a href="${merchantPath(merchant.merchantId)}"><strong dir="auto">${merchant.name}</strong></a> ${merchant.test && badge("plain", texts.test)}`,
    html`<code>${merchant.merchantId}</code>`,
    merchantStateBadge(visit, merchant.state),
    since(visit, merchant.createdAt),
  ]);
  const columns = [texts.name, texts.id, texts.state, texts.created];
  const body = html`<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="${`${PATH}/new`}">${texts.add}</a></div>
${filterForm(visit, PATH, [inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true })])}
${consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name }, token, next: nextPageToken })}</article>`;
  return { title: texts.title, body };
}

function newPage(visit: ConsoleVisit, refused: Refused | null): ConsolePage {
  const { merchants: texts } = visit.t.console;
  const faults = refused?.faults ?? [];
  const was = (name: string) => refused?.fields.one(name) ?? "";
  const body = html`<article class="card question"><h1>${texts.addTitle}</h1>${refusedNotice(visit, refused)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(visit.csrfToken)}
${inputField({ name: "name", label: texts.name, value: was("name") }, faults)}
${inputField({ name: "merchant_id", label: texts.id, hint: texts.idHint, value: was("merchant_id"), optional: true }, faults)}
${inputField({ name: "owner_email", label: texts.ownerEmail, hint: texts.ownerHint, type: "email", value: was("owner_email") }, faults)}
<div class="buttons"><button type="submit">${texts.save}</button> <a href="${PATH}">${texts.keep}</a></div>
</form></article>`;
  return { title: texts.addTitle, body };
}
