import type { FastifyReply } from "fastify";
import type { Session } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { type KeptInput, writeKept } from "../../http/kept-input.ts";
import { setSessionCookie } from "../../http/set-session-cookie.ts";
import type { Frame } from "../../layout/frame.ts";
import { type RequestContext, seeOther, sendPage } from "../../request-context.ts";
import { redirectWithFlash } from "../../router/flash.ts";

/** Where an account continues after the sign-in. */
export interface Destination {
  /** Null for the start page. */
  next: string | null;
  /** The input of a form that came without a session; null if there is none. Only the account of the form gets it back. */
  kept: KeptInput | null;
}

/** Starts the session, and continues at `next` or with the kept input. */
export function continueSignedIn(
  context: RequestContext,
  reply: FastifyReply,
  session: Session | undefined,
  { next, kept }: Destination,
): FastifyReply {
  setSessionCookie(context, reply, session);
  const to = next ?? "/";
  if (kept === null || session === undefined) return seeOther(reply, to);
  const { signIn } = context.t;
  if (session.account?.accountId !== kept.accountId) {
    const signedIn = { ...context, session: session.sessionToken };
    return redirectWithFlash(reply, signedIn, { to, flash: { warning: signIn.notKept } });
  }
  return sendPage(reply, context, {
    title: signIn.signedInTitle,
    body: keptPage(context, kept, csrfTokenFor("session", session.sessionToken)),
    account: session.account,
    path: to,
  });
}

/** Posts the input to its form. A redirect cannot carry it. */
function keptPage({ t: { signIn } }: Frame, { path, fields }: KeptInput, csrfToken: string): Html {
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<article class="card narrow"><h1>${signIn.signedInTitle}</h1>
<p>${signIn.keptEffect}</p>
<form method="post" action="${path}">${csrfField(csrfToken)}${inputs}
<button type="submit">${signIn.keptContinue}</button></form></article>`;
}

/** The hidden fields of the sign-in forms that carry the destination. */
export function destinationFields({ next, kept, formLost }: Destination & { formLost?: boolean }): Html {
  return html`${next !== null && html`<input type="hidden" name="next" value="${next}">`}
${formLost && html`<input type="hidden" name="lost" value="form">`}
${kept !== null && html`<input type="hidden" name="kept" value="${writeKept(kept)}">`}`;
}
