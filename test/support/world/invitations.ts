import { acceptInvitation } from "../../../src/service/accounts/accept-invitation.ts";
import { type CreateInvitationRequest, createInvitation } from "../../../src/service/accounts/create-invitation.ts";
import type { Call } from "../../../src/service/call.ts";
import { PASSWORD } from "./accounts.ts";
import { page } from "./calls.ts";
import type { World } from "./world.ts";

let made = 0;

export const someEmail = () => `guest-${made++}@example.com`;

/** The request that offers the MANAGER role of a merchant. */
export function managerOf(merchantId: string, email = someEmail()): CreateInvitationRequest {
  return { email, merchantId, role: "MANAGER", developer: false, operator: false };
}

/** The token in the link of an invitation. */
export const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);

/** Creates an invitation and returns its token. */
export async function inviteWith({ deps }: World, request: CreateInvitationRequest, call: Call): Promise<string> {
  return tokenOf(await createInvitation(deps, request, call));
}

/** Accepts an invitation as a new account named "Guest" with `PASSWORD`. */
export const acceptAsGuest = ({ deps }: World, token: string, call = page) =>
  acceptInvitation(deps, { token, name: "Guest", password: PASSWORD }, call);

/** The request that invites an account without a role. */
export function offerOf(email: string): CreateInvitationRequest {
  return { email, merchantId: null, role: null, developer: false, operator: false };
}

/** Accepts an invitation as the owner of its e-mail, with another password than `PASSWORD`. */
export const acceptAsOwner = ({ deps }: World, token: string, call = page) =>
  acceptInvitation(deps, { token, name: "Owner", password: `${PASSWORD} 2` }, call);
