import { type Invitation, InvitationState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { checkField, inputField } from "../view/fields.ts";
import { csrfField } from "../view/form-parts.ts";
import { type Html, type HtmlValue, html } from "../view/html.ts";
import { pathWith } from "../view/list.ts";
import { momentOf } from "../view/moment.ts";
import { roleName } from "../view/role-name.ts";
import { badge, filterForm, since } from "./components.ts";
import type { ConsoleVisit } from "./context.ts";
import { idOf, isUnclear, shownIn, soughtNotice } from "./filters.ts";
import { consoleList } from "./list.ts";
import { merchantPath } from "./merchants/list.ts";
import type { ConsolePage, Desk } from "./page-router.ts";
import { type Refused, refusedNotice } from "./refusal.ts";
import { soughtMerchant } from "./search.ts";

const PATH = "/console/invitations";

/** Where the link of a new invitation is shown, once. */
export function invitedPath(invitationId: string): string {
  return `${PATH}/${invitationId}/made`;
}

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

function rowOf(visit: ConsoleVisit, invitation: Invitation, merchant: string): HtmlValue[] {
  const { invitedByAccountId, invitedByName, state } = invitation;
  return [
    html`<strong dir="auto">${invitation.email}</strong>`,
    offerOf(visit, invitation),
    stateBadge(visit, state),
    invitedByAccountId === ""
      ? visit.t.console.audit.byKey
      : html`<a href="${`/console/accounts/${invitedByAccountId}`}" dir="auto">${invitedByName || invitedByAccountId}</a>`,
    state === InvitationState.OPEN ? momentOf(visit, invitation.expiresAt) : since(visit, invitation.expiresAt),
    state === InvitationState.OPEN ? withdrawForm(visit, invitation, merchant) : takenUpBy(visit, invitation),
  ];
}

function offerOf({ t }: ConsoleVisit, { merchantId, merchantName, role, operator, developer }: Invitation): Html {
  const { accounts } = t.console;
  return html`${merchantId && html`${roleName(t, role)}, <a href="${merchantPath(merchantId)}" dir="auto">${merchantName || merchantId}</a>`}
${operator && badge("warn", accounts.operator)} ${developer && badge("plain", accounts.developer)}
${!merchantId && !operator && !developer && t.console.invitations.account}`;
}

function stateBadge({ t }: ConsoleVisit, state: InvitationState): Html {
  const { states } = t.console.invitations;
  if (state === InvitationState.OPEN) return badge("good", states.open);
  if (state === InvitationState.ACCEPTED) return badge("plain", states.accepted);
  return badge("plain", state === InvitationState.REVOKED ? states.withdrawn : states.expired);
}

function takenUpBy({ t }: ConsoleVisit, { acceptedByAccountId }: Invitation): HtmlValue {
  if (acceptedByAccountId === "") return "";
  return html`<a href="${`/console/accounts/${acceptedByAccountId}`}">${t.console.invitations.account}</a>`;
}

function withdrawForm({ t, csrfToken }: ConsoleVisit, { invitationId, email }: Invitation, merchant: string): Html {
  const { invitations: texts } = t.console;
  return html`<form method="post" action="${`${PATH}/${invitationId}/withdraw`}" data-once>${csrfField(csrfToken)}
<input type="hidden" name="merchant" value="${merchant}">
<button type="submit" class="secondary outline button-small" aria-label="${texts.withdrawOf(email)}">${texts.withdraw}</button></form>`;
}

/** The link of the invitation that was just made; once it was shown, what to do if it was lost. */
function madePage({ t, once }: ConsoleVisit): ConsolePage {
  const { invited } = t.console;
  const { email = "", url = null } = once ?? {};
  const shown =
    url === null
      ? html`<p>${invited.gone}</p>`
      : html`<p>${invited.lead(email)}</p><h2>${invited.link}</h2><code class="secret">${url}</code>
<p class="muted">${invited.until}</p>`;
  const body = html`<article class="card question"><h1>${invited.title}</h1>${shown}
<p class="after"><a role="button" href="${PATH}">${invited.back}</a></p></article>`;
  return { title: invited.title, body };
}
