import type { FastifyInstance } from "fastify";
import { html } from "../../components/html.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { fullNameOf } from "../../layout/layout.ts";
import { endSession, findSignedIn, seeOther, sendPage, visitOf, type Web } from "../../request-context.ts";
import { form } from "./view.ts";

export function addSignOutRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-out", { exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    const account = (await findSignedIn(visit))?.account ?? null;
    const { title, nobody } = visit.t.signOut;
    const body = html`<article class="card narrow"><h1>${title}</h1>
${account === null || visit.session === null ? html`<p>${nobody}</p><p><a href="/">${visit.t.fault.home}</a></p>` : form(visit, fullNameOf(account), visit.session)}
</article>`;
    return sendPage(reply, visit, { title, body, account });
  });

  app.post("/sign-out", async (request, reply) => {
    const visit = visitOf(web, request);
    if (visit.session === null) return seeOther(reply, "/");
    requireCsrf(visit, fieldsOf(request), { binding: "session", request });
    // On the server first, so that a copy of the cookie is worth nothing either (case C10).
    await endSession(visit);
    reply.header("set-cookie", web.cookies.clear("session"));
    return seeOther(reply, "/");
  });
}
