import type { CreateInvitationResponse } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { html } from "../view/html.ts";
import { momentOf } from "../view/moment.ts";
import type { ConsolePage, ConsoleVisit } from "./desk.ts";

interface Invited {
  email: string;
  made: CreateInvitationResponse;
  back: string;
}

/** The link of a new invitation, which nobody can look up later. */
export function invitedPage(visit: ConsoleVisit, { email, made, back }: Invited): ConsolePage {
  const { invited } = visit.t.console;
  const body = html`<article class="card question"><h1>${invited.title}</h1><p>${invited.lead(email)}</p>
<h2>${invited.link}</h2><code class="secret">${made.url}</code>
<p class="muted">${invited.until} ${momentOf(visit, made.expiresAt)}</p>
<p><a role="button" href="${back}">${invited.back}</a></p></article>`;
  return { title: invited.title, body };
}
