import { checkField, inputField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm, pathWith } from "../../components/list.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import { type Refused, refusedNotice } from "../refusal.ts";
import { soughtMerchant } from "../search.ts";
import { idOf, isUnclear, shownIn, soughtNotice } from "../search-filter.ts";
import { madePage, PATH, rowOf } from "./view.ts";

/** `/console/invitations`: who was invited to what, and the way to take it back. */
export function addInvitationRoutes(desk: Desk): void {
  desk.page(PATH, (visit) => listPage(visit, null));
  desk.page(`${PATH}/:id/made`, async (visit) => madePage(visit));
  desk.form(`${PATH}/:id/withdraw`, {
    home: () => PATH,
    async act({ web, call, params }, fields) {
      await web.clients.accounts.revokeInvitation({ invitationId: params.id ?? "" }, call);
      const merchant = fields.one("merchant") ?? "";
      return merchant === "" ? `${PATH}?ended=yes` : pathWith(PATH, { merchant, ended: "yes" });
    },
    again: listPage,
  });
}

async function listPage(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const { invitations: texts } = visit.t.console;
  const one = (name: string) => (visit.query.one(name) ?? "").trim();
  const [email, token, ended] = [one("email"), one("page"), one("ended") === "yes" ? "yes" : ""];
  const merchant = await soughtMerchant(visit, one("merchant"));
  const fields = [
    {
      name: "merchant",
      label: texts.merchantSought,
      noun: visit.t.console.installations.merchantColumn,
      sought: merchant,
    },
  ];
  const asked = { merchantId: idOf(merchant), emailPrefix: email, includeEnded: ended === "yes", pageToken: token };
  const { invitations, nextPageToken: next } = isUnclear(fields)
    ? { invitations: [], nextPageToken: "" }
    : await visit.web.clients.accounts.listInvitations(asked, visit.call);
  const filter = { email, merchant: shownIn(merchant), ended };
  const columns = [texts.email, texts.offer, texts.state, texts.by, texts.until, texts.end];
  const rows = invitations.map((invitation) => rowOf(visit, invitation, idOf(merchant)));
  const body = html`${refusedNotice(visit, refused)}
<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="/console/accounts/invite">${visit.t.console.accounts.invite}</a></div>
${filterForm(visit, PATH, [
  inputField({ name: "email", label: texts.search, type: "search", value: email, optional: true }),
  inputField({ name: "merchant", label: texts.merchantSought, value: shownIn(merchant), optional: true }),
  checkField({ id: "ended", name: "ended", label: texts.endedToo, checked: ended === "yes" }),
])}
${soughtNotice(visit, fields, { path: PATH, filter })}
${!isUnclear(fields) && consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next })}</article>`;
  return { title: texts.title, body };
}
