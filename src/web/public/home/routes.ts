import type { FastifyInstance } from "fastify";
import { sitesOf } from "../../layout/sites.ts";
import { createContext, findSessionWithMemberships, sendPage, type Web } from "../../request-context.ts";
import { guestPage, memberPage } from "./view.ts";

export function addHomeRoutes(app: FastifyInstance, web: Web): void {
  app.get("/", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const signedIn = await findSessionWithMemberships(context);
    if (signedIn?.account !== undefined) {
      const { account, memberships } = signedIn;
      return sendPage(reply, context, {
        title: context.t.home.title,
        body: memberPage(context, account, memberships),
        account,
        // Three cards need the full width.
        wide: sitesOf(context, account).length > 2,
      });
    }
    const { signUp } = await web.clients.accounts.getSignInOptions({}, context.call);
    return sendPage(reply, context, {
      title: context.t.home.title,
      body: guestPage(context, signUp),
      account: null,
      wide: true,
    });
  });
}
