import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { JobHandlers } from "../service/jobs/handlers.ts";
import { startJobWorker } from "../service/jobs/worker.ts";
import { createMailQuota } from "../service/limits/mail-quota.ts";
import { startAppNotices } from "../service/mail/app-notices.ts";
import { startGivingUpMails } from "../service/mail/give-up-mails.ts";
import { linkJobs } from "../service/mail/link-jobs.ts";
import { mailJobs } from "../service/mail/mail-jobs.ts";
import { revocationJobs } from "../service/tokens/record-revocation.ts";
import { createBrandStore } from "../store/platform/brand-store.ts";
import { closeWithin } from "./close-timeouts.ts";
import { createMailSender } from "./mail.ts";
import type { Reloads } from "./reload.ts";
import type { Infrastructure } from "./services.ts";

/** The interval at which the outbox is searched for events that are mailed to developers. */
const NOTICES_EVERY_MS = 5_000;
/** The interval at which a process that sends no mail gives up old mails. */
const GIVE_UP_EVERY_MS = 60_000;

interface JobParts {
  log: Log;
  metrics: Metrics;
  disposables: AsyncDisposableStack;
  reloads: Reloads;
  infrastructure: Pick<Infrastructure, "config" | "management" | "keys">;
}

/** Starts the worker of the job queue and the jobs that fill it. */
export function startQueuedJobs({ log, metrics, disposables, reloads, infrastructure }: JobParts): void {
  const { config, management, keys } = infrastructure;
  const { publicUrl } = config;
  const send = createMailSender({ config, metrics, reloads, brands: createBrandStore(management) });
  const startWorker = (handlers: JobHandlers) => {
    const worker = startJobWorker({ management, log, handlers: { ...revocationJobs({ management }), ...handlers } });
    disposables.defer(closeWithin("the job worker", () => worker.stop()));
  };
  if (send === null) {
    startWorker({});
    const givingUp = startGivingUpMails({ management, log }, GIVE_UP_EVERY_MS);
    disposables.defer(closeWithin("the job that gives up mails", () => givingUp.stop()));
    return;
  }
  const quota = createMailQuota(management, config.quotas !== null);
  startWorker({ ...mailJobs({ keys, publicUrl, send }), ...linkJobs({ management, publicUrl, quota, send }) });
  const notices = startAppNotices({ management, publicUrl, log }, NOTICES_EVERY_MS);
  disposables.defer(closeWithin("the job that queues mails about apps", () => notices.stop()));
}
