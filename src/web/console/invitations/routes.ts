import { type Invitation, InvitationState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { pathWith } from "../../components/list.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { readInvitations } from "./list-read.ts";
import { isOpen, PATH } from "./row-view.ts";
import { askPage, type Outcome, outcomePage, SEVERAL } from "./several-view.ts";
import { listPage, madePage } from "./view.ts";

/** `/console/invitations`: lists invitations and revokes them, one or several. */
export function addInvitationRoutes(router: PageRouter): void {
  router.page(PATH, (context) => listPage(context, null));
  router.page(`${PATH}/:id/made`, madePage);
  router.form(`${PATH}/:id/revoke`, {
    basePath: () => PATH,
    async handle({ web, call, params }, fields) {
      await web.clients.accounts.revokeInvitation({ invitationId: params.id ?? "" }, call);
      const merchant = fields.one("merchant") ?? "";
      return merchant === "" ? `${PATH}?ended=yes` : pathWith(PATH, { merchant, ended: "yes" });
    },
    done: ({ t }) => t.console.invitations.done,
    redisplay: listPage,
  });
  router.form(SEVERAL, {
    repeatable: ["invitation"],
    basePath: () => PATH,
    handle: revokeSeveral,
    redisplay: listPage,
  });
}

/** Asks first. With the confirmation, revokes the chosen invitations that the page of the list still has, and shows each result. */
async function revokeSeveral(context: PageContext, fields: Fields): Promise<Page> {
  const list = await readInvitations(context, fields);
  const ids = fields.all("invitation");
  const chosen = list.invitations.filter((one) => isOpen(one) && ids.includes(one.invitationId));
  if (chosen.length === 0)
    throw new FormError([{ field: "invitation", text: context.t.console.invitations.several.missing }]);
  if (fields.one("confirm") !== "yes") return askPage(context, list, chosen);
  const outcomes: Outcome[] = [];
  // One after the other, so that one form takes no more of the service than one person.
  for (const one of chosen) outcomes.push({ email: one.email, state: await revoke(context, one) });
  return outcomePage(context, list.filter, outcomes);
}

/** The state of the invitation after the attempt. */
async function revoke({ web, call }: PageContext, { invitationId }: Invitation): Promise<InvitationState> {
  try {
    const { invitation } = await web.clients.accounts.revokeInvitation({ invitationId }, call);
    return invitation?.state ?? InvitationState.UNSPECIFIED;
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "INVITATION_USED") throw failure;
    return InvitationState.ACCEPTED;
  }
}
