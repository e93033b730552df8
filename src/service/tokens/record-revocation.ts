import type { Management } from "../../store/connection/management.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import { endRecordedTokens, type RevokedTokens } from "../../store/installations/revoked-tokens.ts";
import type { JobAttempt, JobHandlers } from "../jobs/handlers.ts";

const KIND = "record_revocation";
/** The number of installations of one transaction. */
const BATCH = 200;
/** Milliseconds, shorter than an attempt may take. A job that needs longer adds another one for the rest. */
const RUN_FOR_MS = 30_000;

interface Payload extends RevokedTokens {
  /** The last installation that is done; null for none. */
  afterId: string | null;
}

/** After the commit, records in the installations that their tokens have ended. */
export function queueRecord(tx: Pick<TransactionContext, "enqueue">, revoked: RevokedTokens): void {
  tx.enqueue({ kind: KIND, payload: { ...revoked, afterId: null } satisfies Payload });
}

/** The job that records a revocation in the installations of an app, of a merchant or of all. */
export function revocationJobs({ management }: { management: Pick<Management, "transactional"> }): JobHandlers {
  return {
    [KIND]: { run: (payload, attempt) => record(management, payload as unknown as Payload, attempt) },
  };
}

async function record(
  management: Pick<Management, "transactional">,
  { afterId: start, ...revoked }: Payload,
  { signal }: JobAttempt,
): Promise<void> {
  const began = performance.now();
  let afterId = start;
  do {
    signal.throwIfAborted();
    if (performance.now() - began > RUN_FOR_MS) {
      const payload: Payload = { ...revoked, afterId };
      await management.transactional(async (tx) => tx.enqueue({ kind: KIND, payload: { ...payload } }));
      return;
    }
    const after = { afterId, limit: BATCH };
    afterId = await management.transactional(({ query }) => endRecordedTokens(query, revoked, after));
  } while (afterId !== null);
}
