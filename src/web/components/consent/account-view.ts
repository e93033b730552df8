import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Messages } from "../../messages.en.ts";
import { type Html, html } from "../html.ts";

/** The signed-in account in one line, above the decision. @param next the page on which another account continues; null offers none */
export function accountLine(t: Messages, { name, email }: Pick<Account, "name" | "email">, next: string | null): Html {
  return html`<p class="signed-in"><span><span class="as">${t.consent.signedInAs}</span> <bdi>${email || name}</bdi></span>
${next !== null && html`<a href="${otherAccountPath(next)}">${t.signOut.otherAccount}</a>`}</p>`;
}
