import { cacheKeyOf } from "../../credential/digest.ts";
import type { AppWarningKind, DecisionKind, MailContent } from "../../model/mail.ts";
import type { Log } from "../../observe/log.ts";
import { addFailures } from "../../store/accounts/failure-windows.ts";
import type { Management, ManagementTransaction } from "../../store/connection/management.ts";
import {
  type AppNotice,
  advanceMailPosition,
  lockMailPosition,
  readAppNotices,
} from "../../store/outbox/app-notices.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import { chooseLanguage, queueMail } from "./queue-mail.ts";

/** The mail for each type of event. */
const KINDS: Readonly<Record<string, DecisionKind | AppWarningKind>> = {
  "app.approved": "app_approved",
  "app.changes_requested": "app_changes_requested",
  "app.rejected": "app_rejected",
  "app.suspended": "app_suspended",
  "app.reinstated": "app_resumed",
  "refresh_token.reuse_detected": "reuse_detected",
  "client_secret.expiring": "secret_expiring",
  "webhook.disabled": "webhook_disabled",
};

/** The maximum number of events that one transaction examines. */
const BATCH = 5_000;
/** The time in seconds in which an app's team gets at most one mail about reuse, because a broken app reuses tokens again and again. */
const REUSE_WINDOW = 86_400;

export interface AppNoticeDependencies {
  management: Management;
  publicUrl: string;
  log: Log;
}

/** Queues the mails about new events of the outbox. Each event is examined once, by one of the processes. */
export function startAppNotices(deps: AppNoticeDependencies, everyMs: number): PeriodicJob {
  const failed = "could not queue the mails about apps";
  return startPeriodicJob(
    async (signal) => {
      while (!signal.aborted && (await queueAppNotices(deps))) {}
    },
    { everyMs, log: deps.log, failed },
  );
}

/** Examines the next events; true if there may be more. */
export async function queueAppNotices({ management, publicUrl }: AppNoticeDependencies): Promise<boolean> {
  return management.transactional(async (tx) => {
    const range = await lockMailPosition(tx.query, BATCH);
    if (range === null || range.to <= range.after) return false;
    const isFirst = firstReuses(tx);
    for (const notice of await readAppNotices(tx.query, range, Object.keys(KINDS))) {
      const kind = KINDS[notice.type]!;
      if (kind === "reuse_detected" && !(await isFirst(notice))) continue;
      const language = chooseLanguage(notice.language);
      queueMail({ sendsMail: true }, tx, { to: notice.email, language, content: contentOf(kind, notice, publicUrl) });
    }
    await advanceMailPosition(tx.query, range.to);
    return range.to - range.after >= BATCH;
  });
}

/**
 * Returns a function that tells whether a notice is the app's first about reuse in the window. All recipients of one event get the same
 * result.
 */
function firstReuses({ query }: ManagementTransaction): (notice: AppNotice) => Promise<boolean> {
  let last: { cursor: number; isFirst: boolean } | null = null;
  return async ({ cursor, clientId }) => {
    if (last?.cursor === cursor) return last.isFirst;
    const counter = { key: `reuse_mail:${cacheKeyOf(clientId)}`, window: REUSE_WINDOW, failures: 1 };
    const [counted] = await addFailures(query, [counter]);
    last = { cursor, isFirst: counted!.failures === 1 };
    return last.isFirst;
  };
}

function contentOf(kind: DecisionKind | AppWarningKind, notice: AppNotice, publicUrl: string): MailContent {
  const { appName, clientId, reason, reasonCode, refusedScopes } = notice;
  const page = `${publicUrl}/portal/apps/${encodeURIComponent(clientId)}`;
  switch (kind) {
    case "app_approved":
      return { kind, appName, url: page, reason: reason || null, refusedScopes };
    case "app_changes_requested":
    case "app_rejected":
      return { kind, appName, url: page, reason: reason || null, reasonCode };
    case "app_suspended":
    case "app_resumed":
      return { kind, appName, url: page, reason: reason || null };
    case "secret_expiring":
      return { kind, appName, url: `${page}#secrets` };
    default:
      return { kind, appName, url: page };
  }
}
