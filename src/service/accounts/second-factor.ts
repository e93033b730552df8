import type { ChallengeBinding } from "../../credential/passkey-challenge.ts";
import { recoveryCodeDigest } from "../../credential/recovery-code.ts";
import { findTotpStep } from "../../credential/totp.ts";
import { useRecoveryCode } from "../../store/accounts/recovery-codes.ts";
import {
  acceptTotpStep,
  confirmTotpFactor,
  lockTotpFactor,
  type SealedSecret,
} from "../../store/accounts/totp-factors.ts";
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
  return (await verifyTotp(deps, { query }, { accountId, code: proof.code })) ? "totp" : null;
}

type Keys = Pick<AccountDependencies, "keys">;

interface PresentedCode {
  accountId: string;
  code: string;
}

/** Verifies a code of the confirmed authenticator app and records its time step. */
async function verifyTotp(
  deps: Keys,
  { query }: Pick<ManagementTransaction, "query">,
  presented: PresentedCode,
): Promise<boolean> {
  const factor = await lockTotpFactor(query, presented.accountId);
  if (factor === null || !factor.confirmed) return false;
  const step = findStep(deps, presented, { secret: factor, ...factor });
  if (step === null) return false;
  await acceptTotpStep(query, factor.id, step);
  return true;
}

/** Confirms a new authenticator app with its first code. Null if the code is wrong or no app waits for one. */
export async function confirmTotp(
  deps: Keys,
  { query }: Pick<ManagementTransaction, "query">,
  presented: PresentedCode,
): Promise<"added" | "replaced" | null> {
  const factor = await lockTotpFactor(query, presented.accountId);
  if (factor === null) return null;
  const secret = factor.confirmed ? factor.next : factor;
  if (secret === null) return null;
  const step = findStep(deps, presented, { secret, now: factor.now, lastStep: null });
  if (step === null) return null;
  await confirmTotpFactor(query, factor.id, step);
  return factor.confirmed ? "replaced" : "added";
}

function findStep(
  { keys }: Keys,
  { accountId, code }: PresentedCode,
  { secret: sealed, now, lastStep }: { secret: SealedSecret; now: number; lastStep: number | null },
): number | null {
  const secret = keys.open(totpContext(accountId), sealed);
  if (secret === null) throw new Error("TOKEN_KEY no longer contains the key of an authenticator app's secret");
  return findTotpStep({ secret, code: code.replaceAll(/\s/g, ""), now, lastStep });
}
