import type { FastifyInstance } from "fastify";
import { PageError } from "../../errors/page-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { createContext, type RequestContext, seeOther, type Web } from "../../request-context.ts";
import { DOC_PAGES, FEEDBACK_PATH } from "../pages.ts";
import { answeredPath } from "./view.ts";

type Reply = Parameters<typeof formToken>[1];

/** The token of the question, for readers with and without a session. */
export function feedbackToken(context: RequestContext, reply: Reply): string {
  return context.session === null ? formToken(context, reply) : csrfTokenFor("session", context.session);
}

/** `POST /docs/feedback`: counts an answer by page. Nothing is stored. */
export function addFeedbackRoute(app: FastifyInstance, web: Web): void {
  app.post(FEEDBACK_PATH, async (request, reply) => {
    const context = createContext(web, request);
    const fields = fieldsOf(request);
    requireCsrf(context, fields, { binding: context.session === null ? "form" : "session", request, back: "/docs" });
    const page = DOC_PAGES.find((name) => name === fields.one("page"));
    const helpful = fields.one("helpful");
    if (page === undefined || (helpful !== "yes" && helpful !== "no")) throw new PageError(400, "form_malformed");
    web.countDocsFeedback?.({ page, helpful });
    return seeOther(reply, answeredPath(page));
  });
}
