import type { KeySet } from "../../credential/derive.ts";
import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import { FIRST_ID } from "../../store/connection/uuid-range.ts";
import { lockOutdatedSecrets, resealSecret } from "../../store/webhooks/secrets.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import { sealContext } from "./issue-secret.ts";

interface ResealingDependencies {
  management: Pick<Management, "transactional">;
  keys: Pick<KeySet, "seal" | "open" | "currentKeyId">;
  log: Log;
}

/** Encrypts the secrets of earlier keys again, with the current key, so that old keys can be removed from TOKEN_KEY. */
export function startSecretResealing(deps: ResealingDependencies, everyMs: number): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    for (let after: string | null = FIRST_ID; after !== null && !stopping.aborted; )
      after = await resealBatch(deps, after);
  };
  return startPeriodicJob(work, {
    everyMs,
    log: deps.log,
    failed: "webhook secrets were not encrypted with the new key",
  });
}

/** Encrypts one batch of secrets again; returns the id of its last secret, or null after the last batch. */
function resealBatch({ management, keys }: ResealingDependencies, after: string): Promise<string | null> {
  return management.transactional(async ({ query }) => {
    const outdated = await lockOutdatedSecrets(query, keys.currentKeyId, after);
    for (const { id, keyId, sealed } of outdated) {
      const secret = keys.open(sealContext(id), { keyId, sealed });
      if (secret === null) continue;
      const { keyId: newKeyId, sealed: resealed } = keys.seal(sealContext(id), secret);
      await resealSecret(query, { id, keyId: newKeyId, sealed: resealed });
    }
    return outdated.at(-1)?.id ?? null;
  });
}
