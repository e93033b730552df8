import { requestErrorOf } from "../../../rpc/errors.ts";

const GONE = ["PASSKEY_NOT_FOUND", "SESSION_NOT_FOUND"];

/** Waits for a change of a passkey or session. False if it no longer exists, as after its removal in another window. */
export async function unlessGone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (failure) {
    if (GONE.includes(requestErrorOf(failure)?.reason ?? "")) return false;
    throw failure;
  }
}
