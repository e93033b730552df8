import type { FastifyInstance } from "fastify";
import { statusMessage } from "../../components/notice.ts";
import { withMessages } from "../../components/page-header.ts";
import { createContext, findSessionWithMemberships, sendPage, type Web } from "../../request-context.ts";
import { takeSignedOut, withFlash } from "../../router/flash.ts";
import { guestPage } from "./guest-view.ts";
import { memberPage } from "./member-view.ts";
import { readStartPage, readSummaries } from "./read.ts";

export function addHomeRoutes(app: FastifyInstance, web: Web): void {
  app.get("/", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const [signedIn, summaries] = await Promise.all([findSessionWithMemberships(context), readSummaries(context)]);
    if (signedIn?.account !== undefined) {
      const { account } = signedIn;
      const body = await withFlash({ context, request, reply }, async ({ flash }) => {
        const page = memberPage(context, await readStartPage(context, signedIn, { account, summaries }));
        return flash?.done === undefined ? page : withMessages(page, statusMessage(flash.done));
      });
      return sendPage(reply, context, {
        title: context.t.home.title,
        body,
        account,
      });
    }
    const { signUp } = await web.clients.accounts.getSignInOptions({}, context.call);
    const page = guestPage(context, signUp);
    const isSignedOut = takeSignedOut(context, request, reply);
    return sendPage(reply, context, {
      title: context.t.home.title,
      body: isSignedOut ? withMessages(page, statusMessage(context.t.signOut.signedOut)) : page,
      account: null,
      wide: true,
    });
  });
}
