import { pendingMigrations } from "../../store/migrations/migrate.ts";
import { type Core, openCore, readDemo } from "../core-client.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { UsageError } from "../errors.ts";
import { checkCertificates } from "./certificates.ts";
import { checkClock } from "./clock.ts";
import { checkCore, checkCoreFeed } from "./core.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { checkSettings, type DoctorEnvironment, readDoctorEnvironment } from "./environment.ts";
import { checkNotifications } from "./feed.ts";
import { checkMail, checkQueuedMails } from "./mail.ts";
import { checkServer } from "./postgres-server.ts";
import { checkPublicUrl } from "./public-url.ts";
import { addCheck, createReport, NotApplicableError, type Report } from "./report.ts";
import { checkCleanup, checkHeartbeat, checkKeys, checkPartitions, checkWebhooks, describePending } from "./tables.ts";
import { checkTokenKey } from "./token-key.ts";

export interface DoctorOptions {
  /** The number of core processes of the deployment; null takes the number of those that run now. */
  replicas: number | null;
}

/** Runs all checks for which the environment has an address. @throws UsageError if it has no address */
export async function diagnose(environment: NodeJS.ProcessEnv, options: DoctorOptions): Promise<Report> {
  const given = readDoctorEnvironment(environment);
  const { env } = given;
  if (!(env.DATABASE_URL || env.CORE_URL || env.PUBLIC_URL) && given.errors.length === 0) {
    const demo = readDemo(env.DATA_DIR || ".latchkey");
    if (demo === null)
      throw new UsageError(
        "There is no deployment to examine. Set DATABASE_URL, CORE_URL with SERVICE_KEY, or PUBLIC_URL,\n" +
          "  or run this command with the environment of a process, or while the demo (`npm start`) runs.",
      );
    given.env = { ...env, CORE_URL: demo.url, SERVICE_KEY: demo.key };
  }
  const report = createReport();
  await addCheck(report, "settings", () => checkSettings(given));
  await addCheck(report, "certificates", () => checkCertificates(given.env));
  await addDatabaseChecks(report, given, options);
  await addCheck(report, "mail", () => checkMail(given.env));
  await addCheck(report, "public URL", () => checkPublicUrl(given.env));
  await addCoreChecks(report, given);
  return report;
}

async function addDatabaseChecks(report: Report, { env }: DoctorEnvironment, options: DoctorOptions): Promise<void> {
  await using disposables = new AsyncDisposableStack();
  let database: OpenDatabase | null = null;
  await addCheck(report, "database", async () => {
    if (!env.DATABASE_URL) throw new NotApplicableError("set DATABASE_URL");
    database = await openDatabase(env, disposables);
    return database.findings;
  });
  const opened = database as OpenDatabase | null;
  if (opened === null) return;
  const { query } = opened.direct;
  await addCheck(report, "server", () => checkServer(opened, { env, ...options }));
  await addCheck(report, "clock", () => checkClock(opened));
  const pending = await addSchemaCheck(report, env);
  if (pending) return;
  await addCheck(report, "heartbeat", () => checkHeartbeat(query));
  await addCheck(report, "partitions", () => checkPartitions(query));
  await addCheck(report, "cleanup", () => checkCleanup(query));
  await addCheck(report, "webhooks", () => checkWebhooks(query));
  await addCheck(report, "queued mails", () => checkQueuedMails(query));
  await addCheck(report, "keys", () => checkKeys(query));
  await addCheck(report, "token key", () => checkTokenKey(query, env));
  await addCheck(report, "notifications", () => checkNotifications(opened));
}

/** Checks the schema. Returns true if tables may be missing, so that further checks are impossible. */
async function addSchemaCheck(report: Report, env: DoctorEnvironment["env"]): Promise<boolean> {
  let pending: string[] = [];
  await addCheck(report, "schema", async () => {
    pending = await onDatabase(() => pendingMigrations(databaseUrl(env)));
    return describePending(pending);
  });
  if (pending.length > 0)
    report.notChecked.push({
      check: "heartbeat, partitions, cleanup, webhooks, queued mails, keys, token key, notifications",
      reason: "the schema is not up to date",
    });
  return pending.length > 0;
}

/** The default of `FEED_MAX_AGE` in seconds. */
const FEED_MAX_AGE = 1;

async function addCoreChecks(report: Report, { env }: DoctorEnvironment): Promise<void> {
  let core: Core | null = null;
  await addCheck(report, "core", async () => {
    if (!env.CORE_URL) throw new NotApplicableError("set CORE_URL and SERVICE_KEY");
    core = openCore(env);
    return checkCore(core);
  });
  const opened = core as Core | null;
  if (opened === null) return;
  const maxAge = Number(env.FEED_MAX_AGE) || FEED_MAX_AGE;
  if (!report.findings.some(({ check }) => check === "core"))
    await addCheck(report, "feed of the core", () => checkCoreFeed(opened, maxAge));
  opened.close();
}
