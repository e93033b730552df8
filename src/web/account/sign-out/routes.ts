import type { FastifyInstance } from "fastify";
import { html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { fullNameOf } from "../../layout/layout.ts";
import { createContext, endSession, findSession, seeOther, sendPage, type Web } from "../../request-context.ts";
import { form } from "./view.ts";

export function addSignOutRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-out", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const account = (await findSession(context))?.account ?? null;
    const { title, signedOut } = context.t.signOut;
    const body = html`<article class="card narrow">${icon("person")}<h1>${title}</h1>
${account === null || context.session === null ? html`<p>${signedOut}</p><p><a href="/">${context.t.errors.home}</a></p>` : form(context, fullNameOf(account), context.session)}
</article>`;
    return sendPage(reply, context, { title, body, account });
  });

  app.post("/sign-out", async (request, reply) => {
    const context = createContext(web, request);
    if (context.session === null) return seeOther(reply, "/");
    requireCsrf(context, fieldsOf(request), { binding: "session", request });
    // Ends the session before it clears the cookie, so that copies of the cookie are invalid (docs/conformance.md, C10).
    await endSession(context);
    reply.header("set-cookie", web.cookies.clear("session"));
    return seeOther(reply, "/");
  });
}
