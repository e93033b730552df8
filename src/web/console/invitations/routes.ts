import { checkField, inputField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { countedList, filterForm, pathWith } from "../../components/list.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, searchNotice } from "../search-filter.ts";
import { madePage, PATH, rowOf } from "./view.ts";

/** `/console/invitations`: the list, and revocation. */
export function addInvitationRoutes(router: PageRouter): void {
  router.page(PATH, (context) => listPage(context, null));
  router.page(`${PATH}/:id/made`, async (context) => madePage(context));
  router.form(`${PATH}/:id/revoke`, {
    basePath: () => PATH,
    async handle({ web, call, params }, fields) {
      await web.clients.accounts.revokeInvitation({ invitationId: params.id ?? "" }, call);
      const merchant = fields.one("merchant") ?? "";
      return merchant === "" ? `${PATH}?ended=yes` : pathWith(PATH, { merchant, ended: "yes" });
    },
    redisplay: listPage,
  });
}

async function listPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { invitations: texts } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const [email, token, ended] = [one("email"), one("page"), one("ended") === "yes" ? "yes" : ""];
  const merchant = await searchMerchant(context, one("merchant"));
  const fields = [
    {
      name: "merchant",
      label: texts.merchantSearch,
      noun: context.t.console.installations.merchantColumn,
      match: merchant,
    },
  ];
  const asked = { merchantId: idOf(merchant), emailPrefix: email, includeEnded: ended === "yes", pageToken: token };
  const { invitations, nextPageToken: next } = isUnresolved(fields)
    ? { invitations: [], nextPageToken: "" }
    : await context.web.clients.accounts.listInvitations(asked, context.call);
  const filter = { email, merchant: filterText(merchant), ended };
  const columns = [texts.email, texts.offer, texts.state, texts.by, texts.until, texts.end];
  const rows = invitations.map((invitation) => rowOf(context, invitation, idOf(merchant)));
  const body = html`${rejectionNotice(context, rejected)}
<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="/console/accounts/invite">${context.t.console.accounts.invite}</a></div>
${filterForm(context, PATH, [
  inputField({ name: "email", label: texts.search, type: "search", value: email, optional: true }),
  inputField({ name: "merchant", label: texts.merchantSearch, value: filterText(merchant), optional: true }),
  checkField({ id: "ended", name: "ended", label: texts.endedToo, checked: ended === "yes" }),
])}
${searchNotice(context, fields, { path: PATH, filter })}
${!isUnresolved(fields) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next })}</article>`;
  return { title: texts.title, body };
}
