import type { FastifyInstance } from "fastify";
import { html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { sitesOf } from "../../layout/sites.ts";
import { createContext, findSessionWithMemberships, sendPage, type Web } from "../../request-context.ts";
import { withFlash } from "../../router/flash.ts";
import { guestPage, memberPage } from "./view.ts";

export function addHomeRoutes(app: FastifyInstance, web: Web): void {
  app.get("/", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const signedIn = await findSessionWithMemberships(context);
    if (signedIn?.account !== undefined) {
      const { account, memberships } = signedIn;
      const body = await withFlash({ context, request, reply }, async ({ flash }) => {
        const page = memberPage(context, account, memberships);
        return flash?.done === undefined ? page : html`${statusMessage(flash.done)}${page}`;
      });
      return sendPage(reply, context, {
        title: context.t.home.title,
        body,
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
