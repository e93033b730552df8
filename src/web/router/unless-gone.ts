import { requestErrorOf } from "../../rpc/errors.ts";

const GONE = ["MEMBERSHIP_NOT_FOUND", "PASSKEY_NOT_FOUND", "SESSION_NOT_FOUND", "TEAM_MEMBER_NOT_FOUND"];

/** Waits for a change of a passkey, session or membership. False if it no longer exists, as after its removal in another window. */
export async function unlessGone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (failure) {
    if (GONE.includes(requestErrorOf(failure)?.reason ?? "")) return false;
    throw failure;
  }
}

/** The reasons for which the core refuses owners' changes to other members. Invitations are not found without the role. */
const OWNERS_ONLY = ["OWNER_ONLY", "INVITATION_NOT_FOUND"];

/** True if a change was refused that only owners may make. */
export function isForOwners(failure: unknown): boolean {
  return OWNERS_ONLY.includes(requestErrorOf(failure)?.reason ?? "");
}
