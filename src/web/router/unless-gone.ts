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
