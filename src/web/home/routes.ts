import type { FastifyInstance } from "fastify";
import { findMember, sendPage, visitOf, type Web } from "../visit.ts";
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
      });
    }
    const { signUp } = await web.clients.accounts.getSignInOptions({}, visit.call);
    return sendPage(reply, visit, { title: visit.t.home.title, body: guestPage(visit, signUp), account: null });
  });
}
