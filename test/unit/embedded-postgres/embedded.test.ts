import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRunning } from "../../support/process-table.ts";

vi.setConfig({ testTimeout: 150_000 });

const log = pino({ level: "silent" });
const STARTER = join(import.meta.dirname, "embedded-starter.ts");

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
const running: EmbeddedDatabase[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "latchkey embedded "));
  await chmod(parent, 0o700);
  dataDir = join(parent, "data dir");
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await rm(parent, { recursive: true, force: true });
});

async function start(directory = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir: directory, log, durable: false });
  running.push(database);
  return database;
}

interface Started {
  child: ChildProcess;
  url: string;
}

/** Starts the database in a Node of its own. `programs` are the only ones it finds by name, when given. */
async function startInOtherProcess(programs?: string[]): Promise<Started> {
  const env = programs ? { ...process.env, PATH: await directoryOf(programs) } : process.env;
  const child = spawn(process.execPath, [STARTER, dataDir], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface({ input: child.stdout! }), "line");
  return { child, url };
}

async function directoryOf(programs: string[]): Promise<string> {
  const directory = await mkdtemp(join(parent, "bin-"));
  for (const program of programs)
    await symlink(execFileSync("which", [program], { encoding: "utf8" }).trim(), join(directory, program));
  return directory;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, "exit");
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (directory = dataDir): Promise<number> =>
  Number((await readFile(join(directory, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "started",
    (error) => (error instanceof StartupError ? error.message : `no StartupError: ${error}`),
  );

describe("the embedded PostgreSQL", () => {
  it("starts in a directory with a space that only its owner can enter, on a loopback port and no socket", async () => {
    const { url } = await start();
    expect(await query(url, "select current_database() as name, uuidv7() is not null as v7")).toEqual([
      { name: "latchkey", v7: true },
    ]);
    expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(await query(url, "show unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
    expect((await stat(join(dataDir, "postgres_password"))).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow(
      "password authentication failed",
    );
  });

  it("stops without a process left, however often it is told, and finds its data again", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 42 as answer");
    const pid = await postmasterPid();
    await Promise.all([first.stop(), first.stop()]);
    expect(isRunning(pid)).toBe(false);
    const second = await start();
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("is told nothing of the environment, where secrets are", async () => {
    vi.stubEnv("TOKEN_KEY", "hunter2");
    await start().finally(vi.unstubAllEnvs);
    const environment = execFileSync("ps", ["eww", "-o", "args=", "-p", `${await postmasterPid()}`], {
      encoding: "utf8",
    });
    expect(environment).toContain("LC_ALL=C");
    expect(environment).not.toContain("hunter2");
  });

  it("runs twice at once in two directories", async () => {
    const [a, b] = await Promise.all([start(join(parent, "a")), start(join(parent, "b"))]);
    expect(new URL(a.url).port).not.toBe(new URL(b.url).port);
  });

  it("comes back on its port when it dies alone", async () => {
    const { url } = await start();
    await query(url, "create table kept as select 42 as answer");
    process.kill(await postmasterPid(), "SIGKILL");
    await expect.poll(() => query(url, "select answer from kept").catch(() => null)).toEqual([{ answer: 42 }]);
  });
});

describe("the embedded PostgreSQL refuses with one sentence", () => {
  it("a directory that another Latchkey uses, naming its process", async () => {
    await start();
    expect(await refusal(startEmbedded({ dataDir, log }))).toBe(
      `Another Latchkey (process ${process.pid}) is using ${dataDir}; stop it, or set DATA_DIR to another directory.`,
    );
    expect(await postmasterPid()).toBeGreaterThan(1);
  });

  it("data of another major version, naming both, and leaves it as it was", async () => {
    await (await start()).stop();
    const version = join(dataDir, "postgres", "PG_VERSION");
    await writeFile(version, "17\n");
    const before = await readdir(join(dataDir, "postgres"));
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /was written by PostgreSQL 17, and this Latchkey brings PostgreSQL 18: run the Latchkey that wrote it, or set DATA_DIR/,
    );
    expect(await readdir(join(dataDir, "postgres"))).toEqual(before);
    await writeFile(version, "18\n");
    await start();
  });

  it("a directory called postgres that holds something else, and leaves it as it was", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "letters.txt"), "dear");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /holds no PostgreSQL data; move it away, or set DATA_DIR/,
    );
    expect(await readFile(join(dataDir, "postgres", "letters.txt"), "utf8")).toBe("dear");
  });

  it("a DATA_DIR that is a file", async () => {
    await writeFile(dataDir, "");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /^DATA_DIR .* cannot be written \(EEXIST\); set DATA_DIR/,
    );
  });

  it("a password file that is not the data's, and leaves nothing running", async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, "postgres_password"), "another\n");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(/is not that of the data .* put the right one back/);
    await expect(postmasterPid()).rejects.toThrow("ENOENT");
  });

  it("and gives the directory back when it refuses", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    const once = await refusal(startEmbedded({ dataDir, log }));
    expect(await refusal(startEmbedded({ dataDir, log }))).toBe(once);
  });
});

describe("after a crash the embedded PostgreSQL", () => {
  it("removes what an interrupted initdb left and begins anew", async () => {
    await mkdir(join(dataDir, "postgres.new-abc123", "data", "base"), { recursive: true });
    await start();
    expect(await readdir(dataDir)).not.toContain("postgres.new-abc123");
  });

  it("starts although postmaster.pid names a process that has the number by accident", async () => {
    await (await start()).stop();
    const bystander = spawn("sleep", ["600"], { stdio: "ignore" });
    try {
      await writeFile(join(dataDir, "postgres", "postmaster.pid"), `${bystander.pid}\n${join(dataDir, "postgres")}\n`);
      await start();
      expect(await postmasterPid()).not.toBe(bystander.pid);
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });

  it("does not outlive a Node that is killed with -9, and the next start has the data", async () => {
    const { child, url } = await startInOtherProcess();
    await query(url, "create table kept as select 42 as answer");
    const postmaster = await postmasterPid();
    await end(child, "SIGKILL");
    await expect.poll(() => isRunning(postmaster)).toBe(false);
    const again = await start();
    expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("stops the server of a killed Node where the kernel did not, and the next start has the data", async () => {
    const { child, url } = await startInOtherProcess(["sh", "true", ...(isRoot ? ["unshare"] : [])]);
    await query(url, "create table kept as select 42 as answer");
    const postmaster = await postmasterPid();
    await end(child, "SIGKILL");
    expect(isRunning(postmaster)).toBe(true);
    const again = await start();
    expect(isRunning(postmaster)).toBe(false);
    expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });
});

describe.runIf(isRoot)("as root, where user namespaces are refused, the embedded PostgreSQL", () => {
  const withoutNamespaces = ["sh", "true", "setpriv"];
  const owner = async () => (await stat(join(dataDir, "postgres"))).uid;

  it("runs as another account even in a directory that only root can enter", async () => {
    const { child, url } = await startInOtherProcess(withoutNamespaces);
    expect(await query(url, "select 42 as answer")).toEqual([{ answer: 42 }]);
    expect(await owner()).toBeGreaterThan(0);
    const postmaster = await postmasterPid();
    await end(child, "SIGKILL");
    await expect.poll(() => isRunning(postmaster)).toBe(false);
  });

  it("keeps nothing of root's power but the way through directories", async () => {
    const { child } = await startInOtherProcess(withoutNamespaces);
    const status = await readFile(`/proc/${await postmasterPid()}/status`, "utf8");
    expect(/^CapBnd:\s*(\S+)$/m.exec(status)?.[1]).toBe("0000000000000002");
    expect(/^CapEff:\s*(\S+)$/m.exec(status)?.[1]).toBe("0000000000000002");
    await end(child, "SIGTERM");
  });

  it("stays with the account that owns the data once namespaces work", async () => {
    const { child } = await startInOtherProcess(withoutNamespaces);
    await end(child, "SIGTERM");
    const account = await owner();
    const { url } = await start();
    expect(await query(url, "select 42 as answer")).toEqual([{ answer: 42 }]);
    expect(await owner()).toBe(account);
  });

  it("hands over data that was made in a namespace", async () => {
    const { url } = await start();
    await query(url, "create table kept as select 42 as answer");
    await running.pop()?.stop();
    expect(await owner()).toBe(0);
    const second = await startInOtherProcess(withoutNamespaces);
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await end(second.child, "SIGTERM");
  });
});

describe("a test database", () => {
  it("is migrated and its own", async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.url, "create table mine ()");
    const tables =
      "select count(*)::int as n from pg_tables where schemaname = 'public' and tablename in ('mine', 'token_family')";
    expect(await query(one.url, tables)).toEqual([{ n: 2 }]);
    expect(await query(other.url, tables)).toEqual([{ n: 1 }]);
    await Promise.all([one.drop(), other.drop()]);
  });
});
