import type { FastifyInstance } from "fastify";
import { sitesOf } from "../../layout/sites.ts";
import { findMember, sendPage, visitOf, type Web } from "../../request-context.ts";
import { guestPage, memberPage } from "./view.ts";

export function addHomeRoutes(app: FastifyInstance, web: Web): void {
  app.get("/", { exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    const signedIn = await findMember(visit);
    if (signedIn?.account !== undefined) {
      const { account, memberships } = signedIn;
      return sendPage(reply, visit, {
        title: visit.t.home.title,
        body: memberPage(visit, account, memberships),
        account,
        // Room for a third card in the row.
        wide: sitesOf(visit, account).length > 2,
      });
    }
    const { signUp } = await web.clients.accounts.getSignInOptions({}, visit.call);
    return sendPage(reply, visit, { title: visit.t.home.title, body: guestPage(visit, signUp), account: null });
  });
}
