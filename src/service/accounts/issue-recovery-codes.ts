import { createRecoveryCode, recoveryCodeDigest } from "../../credential/recovery-code.ts";
import { replaceRecoveryCodes } from "../../store/accounts/recovery-codes.ts";
import type { Query } from "../../store/connection/query.ts";

const COUNT = 10;

/** Replaces the recovery codes of an account. Only their digests are stored. */
export async function issueRecoveryCodes(query: Query, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => createRecoveryCode());
  const digests = codes.map((code) => recoveryCodeDigest(accountId, code)!);
  await replaceRecoveryCodes(query, accountId, digests);
  return codes;
}
