import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chooseRunAs } from "../../src/embedded-postgres/run-as.ts";
import { findPort } from "../suites/start/ports.ts";
import { type DebianRelease, findPgBouncer } from "./pgbouncer-binaries.ts";

export interface PgBouncer {
  /** The database's URL through PgBouncer. */
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** bookworm has 1.18, trixie 1.24; default trixie. */
  release?: DebianRelease;
  /** The listening port; default: a free one. */
  port?: number;
  /** Settings of the section `[pgbouncer]` that differ from `deploy/pgbouncer/pgbouncer.ini`. */
  settings?: Record<string, string | number>;
}

const CONFIGURATION = resolve("deploy/pgbouncer/pgbouncer.ini");

/** Starts PgBouncer with `deploy/pgbouncer/pgbouncer.ini` in front of the database of `url`, on 127.0.0.1. */
export async function startPgBouncer(url: string, options: PgBouncerOptions = {}): Promise<PgBouncer> {
  const directory = await mkdtemp(join(tmpdir(), "latchkey-pgbouncer-"));
  await chmod(directory, 0o755);
  const { release = "trixie", port = await findPort() } = options;
  const [program, runAs] = await Promise.all([
    findPgBouncer(release),
    // PgBouncer does not run as root either.
    chooseRunAs({ directory, postgres: "true", clusterOwner: null }),
  ]);
  const file = await writeConfiguration(directory, { url, port, release, settings: options.settings ?? {} });
  const launch = runAs.launch(program.command, [...program.args, file]);
  const child = spawn(launch.command, launch.args, { ...launch.options, stdio: ["ignore", "ignore", "pipe"] });
  const output: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
  const stop = async () => {
    await end(child);
    await rm(directory, { recursive: true, force: true });
  };
  if (!(await accepts(child, port))) {
    await stop();
    throw new Error(`PgBouncer did not start:\n${output.join("")}`);
  }
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    port,
    pid: child.pid!,
    stop,
  };
}

async function writeConfiguration(
  directory: string,
  { url, port, release, settings }: Required<PgBouncerOptions> & { url: string },
): Promise<string> {
  const { hostname, port: serverPort, pathname, username, password } = new URL(url);
  const users = join(directory, "userlist.txt");
  const file = join(directory, "pgbouncer.ini");
  const own = { listen_port: port, auth_file: users, ...settings };
  // A second section of the same name would reset the settings of the first, so the file's own section is edited.
  const template = (await readFile(CONFIGURATION, "utf8")).replace(
    /^latchkey = .*$/m,
    `* = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`,
  );
  const known = release === "bookworm" ? template.replace(/^max_prepared_statements = .*$/m, "") : template;
  const text = Object.entries(own).reduce(
    (before, [name, value]) => `${before.replace(new RegExp(`^${name} = .*$`, "m"), "")}${name} = ${value}\n`,
    known,
  );
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(file, text);
  return file;
}

async function accepts(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
    await delay(20);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
