import type { FastifyInstance } from "fastify";
import { createContext, findSession, sendPage, type Web } from "../../request-context.ts";
import { demoMailPage } from "./view.ts";

/** `/demo/mail`, which exists only in the demo: shows the mails to everyone on this machine. */
export function addDemoMailRoute(app: FastifyInstance, web: Web): void {
  const { mailbox } = web;
  if (!mailbox) return;
  app.get("/demo/mail", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const [account, mails] = [(await findSession(context))?.account, await mailbox.list()];
    return sendPage(reply, context, {
      title: context.t.demoMail.title,
      body: demoMailPage(context, mails),
      account,
      path: "/demo/mail",
    });
  });
}
