import type { Environment } from "../../config/secret-files.ts";
import { readServerState, type ServerState } from "../../store/diagnosis/server-state.ts";
import type { OpenDatabase } from "./database.ts";
import { numberOf } from "./environment.ts";
import type { Finding } from "./report.ts";

/** The number of connections of a core process in addition to `POOL_SIZE`: the management pool, the probe and the listener of the feed. */
const OTHER_CONNECTIONS = 7;
const POOL_SIZE = 10;

export interface ServerCheck {
  env: Environment;
  /** The number of core processes of the deployment; null takes the number of those that run now. */
  replicas: number | null;
}

/** Checks the version, the role and the configuration of the server. */
export async function checkServer({ requests, direct, pooler }: OpenDatabase, check: ServerCheck): Promise<Finding[]> {
  const state = await readServerState(direct.query);
  const sameServer = requests === direct || (await readServerState(requests.query)).identity === state.identity;
  const isPooled = pooler.requests !== "none";
  return [
    ...(sameServer ? [] : [OTHER_DATABASE]),
    ...roleFindings(state),
    ...durabilityFindings(state),
    ...(isPooled ? [] : connectionFindings(state, check)),
    ...queueFindings(state),
  ];
}

const OTHER_DATABASE: Finding = {
  severity: "problem",
  problem: "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.",
  effect: "Migrations are applied to a database that requests do not use, and notifications of revocations are lost.",
  fix: "Let DATABASE_DIRECT_URL name the server and the database behind the pooler of DATABASE_URL.",
};

function roleFindings({ standby, readOnly }: ServerState): Finding[] {
  if (standby)
    return [
      {
        severity: "problem",
        problem: "The database is a standby.",
        effect: "Cores are not ready, because its rows may be outdated and it accepts no writes.",
        fix: "Use the address of the primary, name all hosts in DATABASE_URL, or promote this server.",
      },
    ];
  if (!readOnly) return [];
  return [
    {
      severity: "problem",
      problem: "The database accepts no writes from this role (default_transaction_read_only is on).",
      effect: "Cores are not ready, and every request that writes gets 503.",
      fix: "Turn default_transaction_read_only off for the server, the database and the role.",
    },
  ];
}

function durabilityFindings(state: ServerState): Finding[] {
  const { fsync, fullPageWrites, synchronousCommit, synchronousStandbyNames } = state;
  const isLocal = synchronousCommit === "local" && synchronousStandbyNames !== "";
  const findings: Finding[] = [];
  if (!fsync || !fullPageWrites)
    findings.push({
      severity: "problem",
      problem: `PostgreSQL runs with ${fsync ? "full_page_writes" : "fsync"} = off.`,
      effect: "A crash of the machine can corrupt the database and lose answered tokens and revocations.",
      fix: "Turn the setting on, and reload PostgreSQL.",
    });
  if (synchronousCommit === "off" || isLocal)
    findings.push({
      severity: "problem",
      problem: `PostgreSQL runs with synchronous_commit = ${synchronousCommit} for this role.`,
      effect: `A ${isLocal ? "failover" : "crash"} can lose tokens and revocations that were already answered.`,
      fix: "Set synchronous_commit = on for the server and the role.",
    });
  return findings;
}

function connectionFindings({ coreProcesses, maxConnections }: ServerState, { env, replicas }: ServerCheck): Finding[] {
  const processes = Math.max(1, replicas ?? coreProcesses);
  const each = numberOf(env, "POOL_SIZE", POOL_SIZE) + OTHER_CONNECTIONS;
  if (processes * each <= maxConnections) return [];
  return [
    {
      severity: "warning",
      problem: `${processes} core processes open up to ${processes * each} connections (${each} each), and PostgreSQL accepts ${maxConnections}.`,
      effect: "Under load, requests get 503 because no connection is free.",
      fix: "Raise max_connections, lower POOL_SIZE, or use a pooler.",
    },
  ];
}

const FULL_QUEUE = 0.5;

function queueFindings({ notificationQueue }: ServerState): Finding[] {
  if (notificationQueue < FULL_QUEUE) return [];
  return [
    {
      severity: "problem",
      problem: `The server's queue of notifications is ${Math.round(notificationQueue * 100)} % full.`,
      effect: "When it is full, revocations fail.",
      fix: "End the session that listens and has a transaction open; the server's log names it.",
    },
  ];
}
