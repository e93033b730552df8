import { isUnverifiedRemote } from "../../config/database-url.ts";
import type { Environment } from "../../config/secret-files.ts";
import { StartupError } from "../../observe/startup-error.ts";
import { inspectPooler, type PoolerMode } from "../../store/connection/pooler.ts";
import { type Diagnosis, openDiagnosis } from "../../store/diagnosis/open.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { describeExpiry } from "./certificates.ts";
import { type Finding, UnreachableError } from "./report.ts";

type UrlName = "DATABASE_URL" | "DATABASE_DIRECT_URL";

/** The connections to a database. */
export interface OpenDatabase {
  /** The connection that requests use. */
  requests: Diagnosis;
  /** The connection that bypasses a pooler; the same connection if the deployment has only one URL. */
  direct: Diagnosis;
  pooler: { requests: PoolerMode; direct: PoolerMode };
  findings: Finding[];
}

const POOLER_TIMEOUT_MS = 5_000;

/** Connects to the URLs of the environment. @throws UnreachableError */
export async function openDatabase(env: Environment, disposables: AsyncDisposableStack): Promise<OpenDatabase> {
  const requests = await openUrl(env, "DATABASE_URL", disposables);
  const direct = env.DATABASE_DIRECT_URL ? await openUrl(env, "DATABASE_DIRECT_URL", disposables) : requests;
  const findings = [...requests.findings, ...(direct === requests ? [] : direct.findings)];
  if (direct.mode === "transaction") findings.push(lostNotifications(direct.name));
  return {
    requests: requests.diagnosis,
    direct: direct.diagnosis,
    pooler: { requests: requests.mode, direct: direct.mode },
    findings,
  };
}

async function openUrl(env: Environment, name: UrlName, disposables: AsyncDisposableStack) {
  const url = await reach(name, async () =>
    databaseUrl({ DATABASE_URL: env[name], ALLOW_PLAINTEXT_DATABASE: env.ALLOW_PLAINTEXT_DATABASE }),
  );
  const diagnosis = disposables.adopt(await reach(name, () => openDiagnosis(url)), (open) => open.end());
  const mode = await reach(name, () => inspectPooler(url, POOLER_TIMEOUT_MS));
  return { name, diagnosis, mode, findings: [...plaintext(name, url), ...expiringCertificate(name, diagnosis)] };
}

async function reach<T>(name: UrlName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isSetup = error instanceof CliError || error instanceof StartupError;
    const finding = isSetup ? describeSetup(error.message) : await describeFailure(error);
    throw new UnreachableError({ ...finding, problem: finding.problem.replaceAll(/\bDATABASE_URL\b/g, name) });
  }
}

/** Splits the message of a StartupError, which has the form `problem: fix.` */
function describeSetup(message: string): Finding {
  const text = message.replace(/\s*\n\s*/g, " ");
  const colon = text.lastIndexOf(": ");
  const fix = colon < 0 ? "Correct the setting." : `${text.charAt(colon + 2).toUpperCase()}${text.slice(colon + 3)}`;
  const problem = colon < 0 ? text : `${text.slice(0, colon)}.`;
  return { severity: "problem", problem, effect: "Cores do not start with this database.", fix };
}

async function describeFailure(error: unknown): Promise<Finding> {
  const known = await onDatabase(() => Promise.reject(error)).catch((reason: unknown) => reason);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    severity: "problem",
    // The driver reports a timeout without a code.
    problem: known instanceof CliError ? known.message : `The database of DATABASE_URL failed: ${reason}.`,
    effect: "Cores are not ready, and answer every request that needs the database with 503.",
    fix: "Check the URL, that the server runs, and that this machine may connect to it; then run doctor again.",
  };
}

function plaintext(name: UrlName, url: string): Finding[] {
  if (!isUnverifiedRemote(url)) return [];
  return [
    {
      severity: "warning",
      problem: `${name} connects to another machine without verifying its certificate, as ALLOW_PLAINTEXT_DATABASE=1 permits.`,
      effect:
        "Unless the network is encrypted, attackers on it can read passwords and digests, and pose as the database.",
      fix: "Add ?sslmode=verify-full to the URL, and &sslrootcert=<file> for a private CA.",
    },
  ];
}

function expiringCertificate(name: UrlName, { certificateExpiresAt }: Diagnosis): Finding[] {
  if (certificateExpiresAt === null) return [];
  return describeExpiry(certificateExpiresAt, {
    what: `The certificate of the server of ${name}`,
    effect: "New connections to the database then fail.",
    fix: "Renew the certificate at the server, and reload PostgreSQL.",
  });
}

function lostNotifications(name: UrlName): Finding {
  return {
    severity: "warning",
    problem: `${name} leads through a pooler in transaction mode, which loses notifications and refuses migrations.`,
    effect:
      "Revocations reach other processes by regular reads only, up to FEED_MAX_AGE later, and `latchkey migrate` fails.",
    fix: "Set DATABASE_DIRECT_URL to the server itself.",
  };
}
