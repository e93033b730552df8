import type { FastifyReply } from "fastify";
import type { Html } from "../components/html.ts";
import { statusMessage } from "../components/notice.ts";
import { withMessages } from "../components/page-header.ts";
import { toSignIn } from "../errors/send-error.ts";
import type { Fields } from "../http/fields.ts";
import { isSentByPage, keepInput, type TypedField } from "../http/kept-input.ts";
import type { RequestContext } from "../request-context.ts";
import type { RejectedForm } from "./rejected-form.ts";

interface LostForm {
  /** The path of the page with the form. */
  back: string;
  /** The account to which the page was shown; empty if the form does not name it. */
  accountId: string;
  /** The input to keep. */
  fields: readonly TypedField[];
}

/** Answers a form without a session with the sign-in page, which keeps the fields. Does nothing else with them. */
export async function keepForm(
  reply: FastifyReply,
  context: RequestContext,
  { back, accountId, fields }: LostForm,
): Promise<FastifyReply> {
  const { web, session } = context;
  const { request } = reply;
  const kept = isSentByPage(request, web.publicUrl) ? keepInput({ path: request.url, accountId, fields }) : null;
  if (kept === null) return toSignIn(reply, context, back);
  if (session !== null) reply.header("set-cookie", web.cookies.clear("session"));
  return web.showSignIn(context, reply, { next: back, formLost: true, kept });
}

/** The input that was kept through a sign-in. */
export function restoredForm(fields: Fields): RejectedForm {
  return { status: 200, fields, errors: [], message: null, stale: false };
}

/** The page of a form with such input. */
export function withRestored<P extends { body: Html }>({ t }: Pick<RequestContext, "t">, page: P): P {
  return { ...page, body: withMessages(page.body, statusMessage(t.rejected.restored, "warn")) };
}
