import { pathWith } from "../../components/list.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { listPage, madePage, PATH } from "./view.ts";

/** `/console/invitations`: lists invitations and revokes them. */
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
    done: ({ t }) => t.console.invitations.done,
    redisplay: listPage,
  });
}
