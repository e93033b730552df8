import type { JobAttempt, JobHandlers } from "../../../src/service/jobs/handlers.ts";
import { createMailQuota } from "../../../src/service/limits/mail-quota.ts";
import { linkJobs } from "../../../src/service/mail/link-jobs.ts";
import { type Mail, mailJobs } from "../../../src/service/mail/mail-jobs.ts";
import { ISSUER, type World } from "./world.ts";

const attemptOf = (at: number): JobAttempt => ({ number: at + 1, signal: new AbortController().signal });

/** Runs every queued mail job `attempts` times, and returns the mails. */
export async function deliver(world: World, { limited = true, attempts = 1 } = {}): Promise<Mail[]> {
  const mails: Mail[] = [];
  const { management, deps } = world;
  const send = async (mail: Mail) => void mails.push(mail);
  const shared = { publicUrl: ISSUER, send };
  const quota = createMailQuota(management, limited);
  const handlers: JobHandlers = {
    ...mailJobs({ ...shared, keys: deps.keys }),
    ...linkJobs({ ...shared, management, quota }),
  };
  const jobs = await world.rows<{ kind: string; payload: Record<string, unknown> }>(
    "with gone as (delete from job returning id, kind, payload) select kind, payload from gone order by id",
  );
  for (const { kind, payload } of jobs) {
    for (let at = 0; at < attempts; at++) await handlers[kind]!.run(payload, attemptOf(at));
  }
  return mails;
}

/** The token in the link of a mail. */
export function tokenIn({ content }: Mail): string {
  if (!("url" in content)) throw new Error(`a mail of kind ${content.kind} has no link`);
  return new URL(content.url).searchParams.get("token") ?? "";
}
