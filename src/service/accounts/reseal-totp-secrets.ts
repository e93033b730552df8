import type { KeySet } from "../../credential/derive.ts";
import type { Log } from "../../observe/log.ts";
import { lockFactorsOfOtherKeys, resealTotpFactor } from "../../store/accounts/totp-factors.ts";
import type { Management } from "../../store/connection/management.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import { totpContext } from "./second-factor.ts";

interface ResealingDependencies {
  management: Pick<Management, "transactional">;
  keys: Pick<KeySet, "seal" | "open" | "currentKeyId" | "keyIds">;
  log: Log;
}

const BATCH = 100;

/** Encrypts the secrets of authenticator apps with the current key, so that old keys can be removed from TOKEN_KEY. */
export function startTotpResealing(deps: ResealingDependencies, everyMs: number): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await resealBatch(deps)) === BATCH);
  };
  const failed = "secrets of authenticator apps were not encrypted with the new key";
  return startPeriodicJob(work, { everyMs, log: deps.log, failed });
}

/** Encrypts one batch of secrets again; returns its size. */
function resealBatch({ management, keys }: ResealingDependencies): Promise<number> {
  return management.transactional(async ({ query }) => {
    const earlierKeys = keys.keyIds.filter((id) => id !== keys.currentKeyId);
    const outdated = await lockFactorsOfOtherKeys(query, earlierKeys, BATCH);
    for (const { accountId, keyId, sealed } of outdated) {
      const secret = keys.open(totpContext(accountId), { keyId, sealed });
      if (secret === null) throw new Error("the secret of an authenticator app does not belong to its account");
      const { keyId: newKeyId, sealed: resealed } = keys.seal(totpContext(accountId), secret);
      await resealTotpFactor(query, { accountId, keyId: newKeyId, sealed: resealed });
    }
    return outdated.length;
  });
}
