import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  AccountService,
  IdentityProof,
  PasskeySchema,
  PendingSignInSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { completeSignIn } from "../../service/accounts/complete-sign-in.ts";
import { confirmPasskeySetup } from "../../service/accounts/confirm-passkey-setup.ts";
import { confirmTotpSetup } from "../../service/accounts/confirm-totp-setup.ts";
import { createRecoveryCodes } from "../../service/accounts/create-recovery-codes.ts";
import type { AccountDependencies } from "../../service/accounts/dependencies.ts";
import { getPendingSignIn } from "../../service/accounts/get-pending-sign-in.ts";
import { getSecondFactors } from "../../service/accounts/get-second-factors.ts";
import type { PendingSignIn } from "../../service/accounts/pending-sign-in.ts";
import { type Proof, reauthenticate } from "../../service/accounts/reauthenticate.ts";
import { removePasskey } from "../../service/accounts/remove-passkey.ts";
import { removeTotp } from "../../service/accounts/remove-totp.ts";
import { renamePasskey } from "../../service/accounts/rename-passkey.ts";
import { resetSecondFactor } from "../../service/accounts/reset-second-factor.ts";
import type { SecondFactorProof } from "../../service/accounts/second-factor.ts";
import { signInWithPasskey } from "../../service/accounts/sign-in-with-passkey.ts";
import { startPasskeySetup } from "../../service/accounts/start-passkey-setup.ts";
import { startPasskeySignIn } from "../../service/accounts/start-passkey-sign-in.ts";
import { startTotpSetup } from "../../service/accounts/start-totp-setup.ts";
import { RequestError } from "../../service/errors.ts";
import type { PasskeyRow } from "../../store/accounts/second-factors.ts";
import type { Implementation } from "../transports/implementation.ts";
import { toAccount, toSession } from "./account-messages.ts";
import { toTimestamp } from "./fields.ts";

type Rpcs = Partial<Implementation<typeof AccountService>>;

/** The RPCs of AccountService about second factors. */
export function secondFactorRpcs(deps: AccountDependencies) {
  return {
    async getPendingSignIn(request) {
      return { pending: toPendingSignIn(await getPendingSignIn(deps, request)) };
    },
    async completeSignIn({ pendingToken, proof }, call) {
      const request = { pendingToken, proof: toSecondFactor(toProof(proof)) };
      return { session: toSession(await completeSignIn(deps, request, call)) };
    },
    async getSecondFactors(_request, call) {
      const { totpAt, recoveryCodesAt, passkeys, ...found } = await getSecondFactors(deps, call);
      const times = { totpAt: toTimestamp(totpAt), recoveryCodesAt: toTimestamp(recoveryCodesAt) };
      return { ...found, ...times, passkeys: passkeys.map(toPasskey) };
    },
    startPasskeySignIn: async () => ({ options: await startPasskeySignIn(deps) }),
    signInWithPasskey: async (request, call) => ({ session: toSession(await signInWithPasskey(deps, request, call)) }),
    startPasskeySetup: async (_request, call) => ({ options: await startPasskeySetup(deps, call) }),
    confirmPasskeySetup: async (request, call) => ({ recoveryCodes: await confirmPasskeySetup(deps, request, call) }),
    async renamePasskey(request, call) {
      await renamePasskey(deps, request, call);
      return {};
    },
    async removePasskey(request, call) {
      await removePasskey(deps, request, call);
      return {};
    },
    async reauthenticate({ proof }, call) {
      await reauthenticate(deps, { proof: toProof(proof) }, call);
      return {};
    },
    startTotpSetup: (request, call) => startTotpSetup(deps, request, call),
    confirmTotpSetup: async (request, call) => ({ recoveryCodes: await confirmTotpSetup(deps, request, call) }),
    async removeTotp(_request, call) {
      await removeTotp(deps, call);
      return {};
    },
    createRecoveryCodes: async (_request, call) => ({ recoveryCodes: await createRecoveryCodes(deps, call) }),
    async resetSecondFactor(request, call) {
      const { account, authenticatorApps, passkeys, recoveryCodes, endedSessions } = await resetSecondFactor(
        deps,
        request,
        call,
      );
      const removed = { authenticatorApps, passkeys, recoveryCodes, endedSessions };
      return { account: toAccount(account), removed };
    },
  } satisfies Rpcs;
}

export function toPendingSignIn({
  token,
  email,
  expiresAt,
  factors,
  passkeyOptions,
}: PendingSignIn): MessageInitShape<typeof PendingSignInSchema> {
  return {
    pendingToken: token,
    expiresAt: toTimestamp(expiresAt),
    totp: factors.totpAt !== null,
    recoveryCodes: factors.recoveryCodes > 0,
    passkeyOptions,
    email: email ?? "",
  };
}

function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): MessageInitShape<typeof PasskeySchema> {
  return { passkeyId: id, name, createdAt: toTimestamp(createdAt), lastUsedAt: toTimestamp(lastUsedAt) };
}

function toProof(message: IdentityProof | undefined): Proof {
  switch (message?.proof.case) {
    case "password":
      return { kind: "password", password: message.proof.value };
    case "totpCode":
      return { kind: "totp", code: message.proof.value };
    case "recoveryCode":
      return { kind: "recovery_code", code: message.proof.value };
    case "passkey":
      return { kind: "passkey", response: message.proof.value };
    default:
      throw invalidProof("Send one of the fields of the proof.");
  }
}

function toSecondFactor(proof: Proof): SecondFactorProof {
  if (proof.kind === "password") throw invalidProof("Send a second factor.");
  return proof;
}

function invalidProof(description: string): RequestError {
  const violations = [{ field: "proof", description }];
  return new RequestError("invalid_argument", "INVALID", `proof is invalid. ${description}`, { violations });
}
