import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePorts } from "../../support/start-service.ts";
import { createMember, type Member, PASSWORD } from "./patroni.ts";
import {
  type Daemon,
  installPatroni,
  lastLines,
  missingPackages,
  PROGRAMS,
  startDaemon,
  unprivilegedAccount,
} from "./programs.ts";

/** Two members that Patroni and etcd manage, and HAProxy in front of the primary. */
export interface Cluster {
  members: readonly Member[];
  directory: string;
  /** The URL of the database through HAProxy, with the role latchkey. */
  url: string;
  /** Waits for a primary, and for a standby that may replace it: a synchronous standby, unless `standbyCheck` is `replica`. */
  untilComplete(standbyCheck?: StandbyCheck): Promise<{ primary: Member; standby: Member }>;
  /** Waits until this member is the primary. */
  untilPrimary(member: Member): Promise<void>;
  /** Changes the dynamic configuration of Patroni. */
  configure(settings: Record<string, unknown>): Promise<void>;
  switchOver(primary: Member, standby: Member): Promise<void>;
  /** Runs one read-only statement. Repeats it if the connection is lost. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

const COMPLETE_WITHIN_MS = 180_000;
const QUERY_WITHIN_MS = 60_000;
const POLL_MS = 100;
const HAPROXY_CONFIGURATION = resolve("deploy/haproxy/postgres.cfg");

export async function startCluster(): Promise<Cluster> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`programs are missing: apt-get install -y ${missing.join(" ")}`);
  // PostgreSQL continues without Patroni. Only the exit handlers of the members end it, and a signal alone would not run them.
  process.once("SIGTERM", () => process.exit(143));
  const directory = await mkdtemp(join(tmpdir(), "latchkey-failover-"));
  await chmod(directory, 0o755);
  const [etcdPort = 0, peerPort = 0, haproxyPort = 0, ...ports] = await freePorts(7);
  const etcd = startEtcd(directory, etcdPort, peerPort);
  const account = unprivilegedAccount();
  const patroni = await installPatroni(join(directory, "patroni"));
  const members = [1, 2].map((n) => {
    const [port = 0, restPort = 0] = ports.slice(2 * n - 2);
    return createMember({ directory, patroni, name: `node${n}`, port, restPort, etcdPort, account });
  });
  const haproxy = startHaproxy(directory, haproxyPort, members);
  const url = `postgres://latchkey:${PASSWORD}@127.0.0.1:${haproxyPort}/latchkey`;
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {});
  const cluster: Cluster = {
    members,
    directory,
    url,
    untilComplete: (standbyCheck = "sync") => untilComplete(members, standbyCheck),
    untilPrimary: (member) =>
      until(async () => ((await passes(member, "primary")) ? true : null), `${member.name} as primary`).then(() => {}),
    configure: (settings) => callAny(members, "PATCH", "/config", settings),
    switchOver: (primary, standby) =>
      callAny([primary], "POST", "/switchover", { leader: primary.name, candidate: standby.name }),
    query: (text, values) => queryWithRetries(pool, text, values),
    async stop() {
      await pool.end();
      for (const member of members) member.signal("SIGCONT");
      await Promise.all(members.map((member) => member.kill()));
      await Promise.all([haproxy.kill(), etcd.kill()]);
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  try {
    await bootstrap(cluster);
  } catch (error) {
    const logs = [etcd, haproxy, ...members.map(({ log }) => ({ logFile: log }))].map(({ logFile }) =>
      lastLines(logFile),
    );
    await cluster.stop();
    throw new Error(logs.join("\n"), { cause: error });
  }
  return cluster;
}

/** Retries, because HAProxy closes the connections to a member that is too slow for its checks. */
async function queryWithRetries(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const deadline = performance.now() + QUERY_WITHIN_MS;
  for (;;) {
    try {
      return await pool.query(text, values);
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError && !error.code?.startsWith("57P");
      if (isAnswer || performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

/** Starts the second member only when the first is the primary, so that the second one copies the first. */
async function bootstrap(cluster: Cluster): Promise<void> {
  const [first, second] = cluster.members as [Member, Member];
  first.start();
  await cluster.untilPrimary(first);
  const admin = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${first.port}/postgres`);
  await admin.connect();
  await admin.query(`create role latchkey login password '${PASSWORD}'`);
  await admin.query("create database latchkey owner latchkey");
  await admin.end();
  second.start();
  await cluster.untilComplete();
}

function startEtcd(directory: string, port: number, peerPort: number): Daemon {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const args = [
    ...["--name", "etcd", "--data-dir", join(directory, "etcd")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `etcd=${peer}`],
  ];
  return startDaemon({ command: PROGRAMS.etcd, args, logFile: join(directory, "etcd.log") });
}

function startHaproxy(directory: string, port: number, members: readonly Member[]): Daemon {
  const addresses = members.flatMap(({ name, port, restPort }) => {
    const prefix = name.toUpperCase();
    return [
      [`${prefix}_ADDRESS`, `127.0.0.1:${port}`],
      [`${prefix}_HOST`, "127.0.0.1"],
      [`${prefix}_PATRONI_PORT`, `${restPort}`],
    ];
  });
  const environment = { LISTEN_ADDRESS: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) };
  const args = ["-db", "-f", HAPROXY_CONFIGURATION];
  return startDaemon({ command: PROGRAMS.haproxy, args, environment, logFile: join(directory, "haproxy.log") });
}

/** True if `/<check>` of this member responds 200. */
async function passes({ restPort }: Member, check: "primary" | StandbyCheck): Promise<boolean> {
  const url = `http://127.0.0.1:${restPort}/${check}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

interface Roles {
  primary: Member | null;
  standby: Member | null;
}

type StandbyCheck = "sync" | "replica";

async function readRoles(members: readonly Member[], standbyCheck: StandbyCheck): Promise<Roles> {
  const rows = await Promise.all(
    members.map(async (member) => ({
      member,
      isPrimary: await passes(member, "primary"),
      isStandby: await passes(member, standbyCheck),
    })),
  );
  const primary = rows.find(({ isPrimary }) => isPrimary)?.member ?? null;
  const standby = rows.find(({ isStandby }) => isStandby)?.member ?? null;
  return { primary, standby };
}

async function untilComplete(
  members: readonly Member[],
  standbyCheck: StandbyCheck,
): Promise<{ primary: Member; standby: Member }> {
  return until(async () => {
    const { primary, standby } = await readRoles(members, standbyCheck);
    return primary === null || standby === null ? null : { primary, standby };
  }, "a primary with a standby").catch((error: unknown) => {
    throw new Error(members.map(({ log }) => lastLines(log)).join("\n\n"), { cause: error });
  });
}

async function until<T>(read: () => Promise<T | null>, what: string): Promise<T> {
  const deadline = performance.now() + COMPLETE_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (performance.now() > deadline) throw new Error(`not within ${COMPLETE_WITHIN_MS / 1_000} s: ${what}`);
    await delay(POLL_MS);
  }
}

async function callAny(
  members: readonly Member[],
  method: string,
  path: string,
  body: Record<string, unknown>,
): Promise<void> {
  const text = JSON.stringify(body);
  for (const { restPort } of members) {
    const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, { method, body: text }).catch(() => null);
    if (answer?.ok) return;
    if (answer !== null) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }
  throw new Error(`${method} ${path}: no Patroni answers`);
}
