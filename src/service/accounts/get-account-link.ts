import { Account } from "../../model/account.ts";
import { LINK_PURPOSES } from "../../model/account-link.ts";
import { findAccountLink, type OpenAccountLink } from "../../store/accounts/account-links.ts";
import type { Call } from "../call.ts";
import { digestLinkToken, isForAccount, linkNotFound } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requirePasswords } from "./hash-password.ts";

/**
 * Returns an open link without using it, so that its page can say at once if the link no longer works. A link that confirms an e-mail
 * address is returned only to a session of its account, as `confirmEmail` requires.
 */
export async function getAccountLink(
  deps: AccountDependencies,
  { token }: { token: string },
  call: Call,
): Promise<OpenAccountLink> {
  const digest = digestLinkToken(token);
  return deps.management.read(async (em, query) => {
    const link = await findAccountLink(query, digest, LINK_PURPOSES);
    if (link === null) throw linkNotFound();
    if (link.purpose === "reset_password") requirePasswords(deps);
    else if (link.accountId !== call.actor?.accountId) throw linkNotFound();
    const account = await em.findOneOrFail(Account, { id: link.accountId });
    if (!(await isForAccount(em, link, account))) throw linkNotFound();
    return link;
  });
}
