import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appLine } from "../../components/app-card.ts";
import { withEmailAddresses } from "../../components/email-address.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fullNameOf } from "../../layout/layout.ts";
import type { RequestContext } from "../../request-context.ts";

interface SignOut {
  account: Account;
  session: string;
  /** The page on which the next account continues. */
  next?: string;
}

export function form({ t }: RequestContext, { account, session, next }: SignOut): Html {
  return html`<p>${withEmailAddresses(t.signOut.signedInAs(fullNameOf(account)))} ${next ? t.signOut.thenConnect : t.signOut.effect}</p>
<form method="post" action="/sign-out">
${csrfField(csrfTokenFor("session", session))}
${next && html`<input type="hidden" name="next" value="${next}">`}
<button type="submit">${t.signOut.submit}</button>
</form>
<p class="after"><a href="${next ?? "/"}">${t.signOut.cancel}</a></p>`;
}

/** The sign-out after which another account connects the app. */
export function otherAccountPage(
  context: RequestContext,
  { app, ...signOut }: SignOut & { next: string; app: ConsentApp | null },
): Html {
  return html`<article class="card narrow">
${app !== null && appLine(context, app)}
<h1>${context.t.signOut.otherAccount}</h1>
${form(context, signOut)}
</article>`;
}
