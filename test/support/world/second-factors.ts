import { totpCode } from "../../../src/credential/totp.ts";
import { confirmTotpSetup } from "../../../src/service/accounts/confirm-totp-setup.ts";
import type { PendingSignIn } from "../../../src/service/accounts/pending-sign-in.ts";
import { signIn } from "../../../src/service/accounts/sign-in.ts";
import { startTotpSetup } from "../../../src/service/accounts/start-totp-setup.ts";
import type { Call } from "../../../src/service/call.ts";
import { addAccount, PASSWORD, type TestAccount } from "./accounts.ts";
import { page } from "./calls.ts";
import type { World } from "./world.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes base32 as an authenticator app does. */
export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows, `steps` time steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return totpCode(decodeBase32(secret), Math.floor(Date.now() / 30_000) + steps);
}

export interface AccountWithTotp extends TestAccount {
  secret: string;
  recoveryCodes: string[];
}

/** A signed-in account with an authenticator app. The current code is valid: that of the last time step may end during the setup. */
export async function addAccountWithTotp(world: World, roles: { operator?: boolean } = {}): Promise<AccountWithTotp> {
  const account = await addAccount(world, roles);
  const { secret } = await startTotpSetup(world.deps, { replace: false }, account.call);
  const recoveryCodes = await confirmTotpSetup(world.deps, { code: codeOf(secret) }, account.call);
  await world.rows("update totp_factor set last_step = last_step - 1 where account_id = $1", [account.accountId]);
  return { ...account, secret, recoveryCodes };
}

/** Signs in with the password only. */
export async function startSignIn(world: World, email: string, call: Call = page): Promise<PendingSignIn> {
  const { pending } = await signIn(world.deps, { email, password: PASSWORD }, call);
  if (pending === null) throw new Error("the account has no second factor");
  return pending;
}

/** Lets the last proof of identity of a session become 16 minutes old. */
export async function expireProof(world: World, { actor }: Call): Promise<void> {
  await world.rows("update session set verified_at = verified_at - interval '16 minutes' where id = $1", [
    actor!.sessionId,
  ]);
}

export const VERIFICATION_REQUIRED = { kind: "failed_precondition", reason: "VERIFICATION_REQUIRED" };
