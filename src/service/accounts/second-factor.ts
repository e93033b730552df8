import { digestsEqual, sha256 } from "../../credential/digest.ts";
import type { ChallengeBinding } from "../../credential/passkey-challenge.ts";
import { recoveryCodeDigest } from "../../credential/recovery-code.ts";
import { encodeBase32, findTotpStep } from "../../credential/totp.ts";
import { useRecoveryCode } from "../../store/accounts/recovery-codes.ts";
import {
  acceptTotpStep,
  confirmTotpFactor,
  lockTotpFactor,
  type SealedSecret,
} from "../../store/accounts/totp-factors.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { RequestError } from "../errors.ts";
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

/**
 * Confirms a new authenticator app with its first code. Null if the code is wrong or no app waits for one.
 * @param presented `secret`: the secret of the code in base32; empty if unknown
 * @throws RequestError TOTP_REPLACED if another secret or none waits for its first code, TOTP_EXISTS if another one is confirmed
 */
export async function confirmTotp(
  deps: Keys,
  { query }: Pick<ManagementTransaction, "query">,
  presented: PresentedCode & { secret: string },
): Promise<"added" | "replaced" | null> {
  const factor = await lockTotpFactor(query, presented.accountId);
  const secret = factor?.confirmed ? factor.next : factor;
  if (presented.secret !== "" && !(secret && isSecret(deps, presented, secret))) {
    throw factor?.confirmed && secret === null ? totpExists() : totpReplaced();
  }
  if (!factor || !secret) return null;
  const step = findStep(deps, presented, { secret, now: factor.now, lastStep: null });
  if (step === null) return null;
  await confirmTotpFactor(query, factor.id, step);
  return factor.confirmed ? "replaced" : "added";
}

function isSecret(
  deps: Keys,
  { accountId, secret }: { accountId: string; secret: string },
  sealed: SealedSecret,
): boolean {
  return digestsEqual(sha256(encodeBase32(openSecret(deps, accountId, sealed))), sha256(secret));
}

function findStep(
  deps: Keys,
  { accountId, code }: PresentedCode,
  { secret: sealed, now, lastStep }: { secret: SealedSecret; now: number; lastStep: number | null },
): number | null {
  const secret = openSecret(deps, accountId, sealed);
  return findTotpStep({ secret, code: code.replaceAll(/\s/g, ""), now, lastStep });
}

function openSecret({ keys }: Keys, accountId: string, sealed: SealedSecret): Uint8Array {
  const secret = keys.open(totpContext(accountId), sealed);
  if (secret === null) throw new Error("TOKEN_KEY no longer contains the key of an authenticator app's secret");
  return secret;
}

export function totpExists(): RequestError {
  const message = "The account has an authenticator app. Replace or remove it.";
  return new RequestError("failed_precondition", "TOTP_EXISTS", message);
}

function totpReplaced(): RequestError {
  const message = "A later set-up replaced this secret. Start again.";
  return new RequestError("failed_precondition", "TOTP_REPLACED", message);
}
