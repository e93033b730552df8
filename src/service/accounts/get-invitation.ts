import type { EntityManager } from "@mikro-orm/core";
import { Account } from "../../model/account.ts";
import { Merchant } from "../../model/merchant.ts";
import { findInvitation, type Offer, type OpenInvitation } from "../../store/accounts/invitations.ts";
import { isUnverified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { digestInvitationToken, isByPlatform, setsPassword } from "./invitation-rules.ts";

export interface GetInvitationRequest {
  token: string;
}

/** The offer of an invitation, as shown to the holder of its token. */
export interface InvitationOffer extends Omit<Offer, "merchantId"> {
  merchantName: string | null;
  teamName: string | null;
  /** True if accepting requires a sign-in: an account has the e-mail address, or accounts have no passwords. */
  accountExists: boolean;
  /** True if an account has the e-mail address without having verified it. */
  heldUnverified: boolean;
  /** The name of the existing account that would get its first password; empty for a new account. */
  accountName: string;
  /** The name of the OWNER who created it; empty for an invitation by the platform. */
  invitedByName: string;
  byPlatform: boolean;
  /** Microseconds. */
  expiresAt: number;
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
    const { email, merchantId, role, teamId, teamRole, developer, operator, expiresAt } = invitation;
    const merchant = merchantId === null ? null : await em.findOne(Merchant, { id: merchantId });
    const team = teamId === null ? null : await em.findOne(Account, { id: teamId });
    const account = await em.findOne(Account, { email });
    const accountExists = !(deps.allowPasswords && (await setsPassword(em, invitation, account)));
    const heldUnverified = account !== null && isUnverified(account);
    const accountName = !accountExists && account !== null && !heldUnverified ? account.name : "";
    const membership = { merchantName: merchant?.name ?? null, role, teamName: team?.name ?? null };
    const holder = { accountExists, heldUnverified, accountName };
    const origin = { ...(await originOf(em, invitation)), expiresAt };
    return { email, ...membership, teamId, teamRole, developer, operator, ...holder, ...origin };
  });
}

/** The holder of the link learns the name of an OWNER, but not that of an operator, who acts for the platform. */
async function originOf(em: EntityManager, invitation: OpenInvitation) {
  const byPlatform = isByPlatform(invitation);
  const inviter = byPlatform ? null : await em.findOne(Account, { id: invitation.invitedBy! });
  return { byPlatform, invitedByName: inviter?.name ?? "" };
}
