import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import { failOldJobs } from "../../store/jobs/queue.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import { MAIL_RETRIES } from "./mail-jobs.ts";

/** Stored with the job for operators to read. */
const REASON = "no process sends mail: SMTP_URL is not set";

interface GiveUpDependencies {
  management: Pick<Management, "transactional">;
  log: Log;
}

/** Gives up mails that were queued before SMTP_URL was removed. Start this job only in a process that sends no mails. */
export function startGivingUpMails(deps: GiveUpDependencies, everyMs: number): PeriodicJob {
  const failed = "queued mails were not given up";
  return startPeriodicJob(() => giveUpMails(deps), { everyMs, log: deps.log, failed });
}

/**
 * Gives up the due mails that are older than the time for which they are retried. Younger mails stay, because another replica may already
 * have SMTP_URL.
 */
export async function giveUpMails({ management, log }: GiveUpDependencies): Promise<void> {
  for (const [kind, seconds] of Object.entries(MAIL_RETRIES)) {
    const count = await management.transactional(({ query }) => failOldJobs(query, { kind, seconds, error: REASON }));
    if (count > 0) log.error({ kind, count }, "mails were given up: SMTP_URL is not set");
  }
}
