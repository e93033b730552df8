import type { ChallengeBinding } from "../../credential/passkey-challenge.ts";
import { recoveryCodeDigest } from "../../credential/recovery-code.ts";
import { findTotpStep } from "../../credential/totp.ts";
import { useRecoveryCode } from "../../store/accounts/recovery-codes.ts";
import { acceptTotpStep, lockTotpFactor } from "../../store/accounts/totp-factors.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { AccountDependencies } from "./dependencies.ts";
import type { SecondFactorMethod } from "./start-session.ts";
import { verifyPasskey } from "./verify-passkey.ts";

export type SecondFactorProof =
  | { kind: "totp"; code: string }
  | { kind: "recovery_code"; code: string }
  | { kind: "passkey"; response: string };

/** The context that binds the encrypted secret of an authenticator app to its account. */
export function totpContext(accountId: string): string {
  return `totp ${accountId}`;
}

interface PresentedFactor {
  accountId: string;
  proof: SecondFactorProof;
  /** The expected binding of the passkey's challenge. */
  binding: ChallengeBinding;
}

/** Verifies a second factor and marks it as used: no code and no challenge is accepted twice. Null if the second factor is wrong. */
export async function verifySecondFactor(
  deps: Pick<AccountDependencies, "keys" | "publicUrl" | "log">,
  { query }: Pick<ManagementTransaction, "query">,
  { accountId, proof, binding }: PresentedFactor,
): Promise<SecondFactorMethod | null> {
  if (proof.kind === "passkey") {
    const { response } = proof;
    return (await verifyPasskey(deps, { query }, { response, binding, accountId })) === null ? null : "passkey";
  }
  if (proof.kind === "recovery_code") {
    const digest = recoveryCodeDigest(accountId, proof.code);
    return digest !== null && (await useRecoveryCode(query, accountId, digest)) ? "recovery_code" : null;
  }
  return (await verifyTotp(deps, { query }, { accountId, code: proof.code, confirmed: true })) ? "totp" : null;
}

/**
 * Verifies a code of the authenticator app and records its time step. @param confirmed true accepts only a confirmed app, false only an
 * unconfirmed one
 */
export async function verifyTotp(
  { keys }: Pick<AccountDependencies, "keys">,
  { query }: Pick<ManagementTransaction, "query">,
  { accountId, code, confirmed }: { accountId: string; code: string; confirmed: boolean },
): Promise<boolean> {
  const factor = await lockTotpFactor(query, accountId);
  if (factor === null || factor.confirmed !== confirmed) return false;
  const { id, keyId, sealed, lastStep, now } = factor;
  const secret = keys.open(totpContext(accountId), { keyId, sealed });
  if (secret === null) throw new Error("TOKEN_KEY no longer contains the key of an authenticator app's secret");
  const step = findTotpStep({ secret, code: code.replaceAll(/\s/g, ""), now, lastStep });
  if (step === null) return false;
  await acceptTotpStep(query, id, step);
  return true;
}
