import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import type { RequestContext } from "../../request-context.ts";

export function form({ t }: RequestContext, who: string, session: string): Html {
  return html`<p>${t.signOut.signedInAs(who)}</p>
<form method="post" action="/sign-out">
${csrfField(csrfTokenFor("session", session))}
<button type="submit">${t.signOut.submit}</button>
</form>
<p class="after"><a href="/">${t.signOut.cancel}</a></p>`;
}
