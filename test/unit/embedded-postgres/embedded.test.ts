import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";
import { createDataDirectory } from "../../support/data-directory.ts";
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
  parent = createDataDirectory("embedded test");
  await chmod(parent, 0o700);
  dataDir = join(parent, "data dir");
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  // A server whose starter was ended may still be writing.
  await rm(parent, { recursive: true, force: true, maxRetries: 10 });
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

/** Starts the database in a separate Node process. `programs`: the only programs in its PATH. */
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
  it("starts in a private directory with a space in its name, on a loopback port without a socket", async () => {
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

  it("stops all processes, also when stopped twice, and keeps its data", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 42 as answer");
    const pid = await postmasterPid();
    await Promise.all([first.stop(), first.stop()]);
    expect(isRunning(pid)).toBe(false);
    const second = await start();
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("does not inherit the environment, which has secrets", async () => {
    vi.stubEnv("TOKEN_KEY", "hunter2");
    await start().finally(vi.unstubAllEnvs);
    const environment = execFileSync("ps", ["eww", "-o", "args=", "-p", `${await postmasterPid()}`], {
      encoding: "utf8",
    });
    expect(environment).toContain("LC_ALL=C");
    expect(environment).not.toContain("hunter2");
  });

  it("runs concurrently in two directories", async () => {
    const [a, b] = await Promise.all([start(join(parent, "a")), start(join(parent, "b"))]);
    expect(new URL(a.url).port).not.toBe(new URL(b.url).port);
  });

  it("is restarted on its port when it exits", async () => {
    const { url } = await start();
    await query(url, "create table kept as select 42 as answer");
    process.kill(await postmasterPid(), "SIGKILL");
    await expect.poll(() => query(url, "select answer from kept").catch(() => null)).toEqual([{ answer: 42 }]);
  });
});

describe("the embedded PostgreSQL rejects with one sentence", () => {
  it("a directory in use by another Latchkey, with its process id", async () => {
    await start();
    expect(await refusal(startEmbedded({ dataDir, log }))).toBe(
      `Another Latchkey (process ${process.pid}) is using ${dataDir}; stop it, or set DATA_DIR to another directory.`,
    );
    expect(await postmasterPid()).toBeGreaterThan(1);
  });

  it("data of another major version, without changing it", async () => {
    await (await start()).stop();
    const version = join(dataDir, "postgres", "PG_VERSION");
    await writeFile(version, "17\n");
    const before = await readdir(join(dataDir, "postgres"));
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /was written by PostgreSQL 17, and this Latchkey includes PostgreSQL 18: run the earlier Latchkey, or set DATA_DIR/,
    );
    expect(await readdir(join(dataDir, "postgres"))).toEqual(before);
    await writeFile(version, "18\n");
    await start();
  });

  it("a directory postgres with other content, without changing it", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "letters.txt"), "dear");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /contains no PostgreSQL data; move it, or set DATA_DIR/,
    );
    expect(await readFile(join(dataDir, "postgres", "letters.txt"), "utf8")).toBe("dear");
  });

  it("a DATA_DIR that is a file", async () => {
    await writeFile(dataDir, "");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(
      /^DATA_DIR .* cannot be written \(EEXIST\); set DATA_DIR/,
    );
  });

  it("a password file that does not match the data, and stops the server", async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, "postgres_password"), "another\n");
    expect(await refusal(startEmbedded({ dataDir, log }))).toMatch(/does not match the data .* restore the right file/);
    await expect(postmasterPid()).rejects.toThrow("ENOENT");
  });

  it("and releases the directory", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    const once = await refusal(startEmbedded({ dataDir, log }));
    expect(await refusal(startEmbedded({ dataDir, log }))).toBe(once);
  });
});

describe("after a crash the embedded PostgreSQL", () => {
  it("removes the files of an interrupted initdb and starts over", async () => {
    await mkdir(join(dataDir, "postgres.new-abc123", "data", "base"), { recursive: true });
    await start();
    expect(await readdir(dataDir)).not.toContain("postgres.new-abc123");
  });

  it("starts although postmaster.pid has the id of another program", async () => {
    await (await start()).stop();
    const unrelated = spawn("sleep", ["600"], { stdio: "ignore" });
    try {
      await writeFile(join(dataDir, "postgres", "postmaster.pid"), `${unrelated.pid}\n${join(dataDir, "postgres")}\n`);
      await start();
      expect(await postmasterPid()).not.toBe(unrelated.pid);
      expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
    } finally {
      unrelated.kill();
    }
  });

  it("stops when Node is killed with -9, and keeps its data", async () => {
    const { child, url } = await startInOtherProcess();
    await query(url, "create table kept as select 42 as answer");
    const postmaster = await postmasterPid();
    await end(child, "SIGKILL");
    await expect.poll(() => isRunning(postmaster)).toBe(false);
    const again = await start();
    expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("stops a server left by a killed Node, and keeps its data", async () => {
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

  it("runs as another account in a directory that only root can enter", async () => {
    const { child, url } = await startInOtherProcess(withoutNamespaces);
    expect(await query(url, "select 42 as answer")).toEqual([{ answer: 42 }]);
    expect(await owner()).toBeGreaterThan(0);
    const postmaster = await postmasterPid();
    await end(child, "SIGKILL");
    await expect.poll(() => isRunning(postmaster)).toBe(false);
  });

  it("keeps only the capability to enter directories", async () => {
    const { child } = await startInOtherProcess(withoutNamespaces);
    const status = await readFile(`/proc/${await postmasterPid()}/status`, "utf8");
    expect(/^CapBnd:\s*(\S+)$/m.exec(status)?.[1]).toBe("0000000000000002");
    expect(/^CapEff:\s*(\S+)$/m.exec(status)?.[1]).toBe("0000000000000002");
    await end(child, "SIGTERM");
  });

  it("keeps running as the account that owns the data if namespaces work later", async () => {
    const { child } = await startInOtherProcess(withoutNamespaces);
    await end(child, "SIGTERM");
    const account = await owner();
    const { url } = await start();
    expect(await query(url, "select 42 as answer")).toEqual([{ answer: 42 }]);
    expect(await owner()).toBe(account);
  });

  it("changes the owner of data created in a namespace", async () => {
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
  it("is migrated and separate", async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.url, "create table mine ()");
    const tables =
      "select count(*)::int as n from pg_tables where schemaname = 'public' and tablename in ('mine', 'token_family')";
    expect(await query(one.url, tables)).toEqual([{ n: 2 }]);
    expect(await query(other.url, tables)).toEqual([{ n: 1 }]);
    await Promise.all([one.drop(), other.drop()]);
  });
});
