import type { OpenDatabase } from "./database.ts";
import { type Finding, NotApplicableError } from "./report.ts";

const TIMEOUT_MS = 2_000;

/** Sends a notification as a revocation does: from a connection for requests to a direct connection. */
export async function checkNotifications({ requests, direct, pooler }: OpenDatabase): Promise<Finding[]> {
  if (pooler.direct === "transaction") throw new NotApplicableError("a pooler in transaction mode loses them");
  if (await requests.notifies(direct, TIMEOUT_MS)) return [];
  return [
    {
      severity: "warning",
      problem: `A notification did not arrive within ${TIMEOUT_MS / 1_000} s.`,
      effect: "Revocations reach other processes by regular reads only, up to FEED_MAX_AGE later.",
      fix: "Check that DATABASE_URL and DATABASE_DIRECT_URL lead to the same server, and how busy it is.",
    },
  ];
}
