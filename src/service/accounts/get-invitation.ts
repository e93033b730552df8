import { Account } from "../../model/account.ts";
import { type MemberRole, Merchant } from "../../model/merchant.ts";
import type { TeamRole } from "../../model/team.ts";
import { findInvitation } from "../../store/accounts/invitations.ts";
import { isUnverified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { digestInvitationToken, setsPassword } from "./invitation-rules.ts";

export interface GetInvitationRequest {
  token: string;
}

/** The offer of an invitation, as shown to the holder of its token. */
export interface InvitationOffer {
  email: string;
  merchantName: string | null;
  role: MemberRole | null;
  teamId: string | null;
  teamName: string | null;
  teamRole: TeamRole | null;
  developer: boolean;
  operator: boolean;
  /** True if accepting requires a sign-in: an account has the e-mail address, or accounts have no passwords. */
  accountExists: boolean;
  /** True if an account has the e-mail address without having verified it. */
  heldUnverified: boolean;
  /** The name of the existing account that would get its first password; empty for a new account. */
  accountName: string;
}

/** Returns the offer of a token. Accepted, expired, revoked and unknown invitations are indistinguishable. */
export async function getInvitation(
  deps: AccountDependencies,
  { token }: GetInvitationRequest,
): Promise<InvitationOffer> {
  const digest = digestInvitationToken(token);
  return deps.management.read(async (em, query) => {
    const invitation = digest && (await findInvitation(query, digest));
    if (!invitation) throw notFound("invitation");
    const { email, merchantId, role, teamId, teamRole, developer, operator } = invitation;
    const merchant = merchantId === null ? null : await em.findOne(Merchant, { id: merchantId });
    const team = teamId === null ? null : await em.findOne(Account, { id: teamId });
    const account = await em.findOne(Account, { email });
    const accountExists = !(deps.allowPasswords && (await setsPassword(em, invitation, account)));
    const heldUnverified = account !== null && isUnverified(account);
    const accountName = !accountExists && account !== null && !heldUnverified ? account.name : "";
    const membership = { merchantName: merchant?.name ?? null, role, teamName: team?.name ?? null };
    return { email, ...membership, teamId, teamRole, developer, operator, accountExists, heldUnverified, accountName };
  });
}
