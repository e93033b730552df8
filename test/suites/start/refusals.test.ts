import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createStage } from "./cleanup.ts";
import { DEPLOYED, type Latchkey, leftovers, readDemo } from "./latchkey.ts";
import { findPorts, occupy, PORT_SETTINGS, release } from "./ports.ts";

const stage = createStage({ concurrent: true });
const NODE = ["src/main.ts"];
const PUBLIC_URL = "http://localhost:8080";

/** Waits for a failed start and returns its output; checks that no process is left. */
async function requestErrorOf(latchkey: Latchkey): Promise<string[]> {
  // Another Latchkey may use the same directory.
  const earlier = new Set(leftovers(latchkey).map(({ pid }) => pid));
  expect(await latchkey.ended()).toBe(1);
  expect(leftovers(latchkey).filter(({ pid }) => !earlier.has(pid))).toEqual([]);
  return latchkey.said().err.trim().split("\n");
}

/** The data directory of a service that was started and stopped once, so that it has data that a failed start could damage. */
async function makeDataDir(): Promise<string> {
  const dataDir = join(stage.directory(), "data");
  const latchkey = stage.start({ node: NODE, env: { DATA_DIR: dataDir, ...(await findPorts()) } });
  await latchkey.ready();
  latchkey.child.kill("SIGTERM");
  expect(await latchkey.ended()).toBe(0);
  return dataDir;
}

async function expectOtherVersionRefused(dataDir: string): Promise<void> {
  const version = join(dataDir, "postgres", "PG_VERSION");
  writeFileSync(version, "16\n");
  const before = readdirSync(dataDir);
  const latchkey = stage.start({ node: NODE, env: { DATA_DIR: dataDir, ...(await findPorts()) } });
  expect(await requestErrorOf(latchkey)).toEqual([
    expect.stringMatching(/was written by PostgreSQL 16, and this Latchkey includes PostgreSQL 18/),
  ]);
  expect(readdirSync(dataDir)).toEqual(before);
  writeFileSync(version, "18\n");
}

/** Expects that the next start has the same data, and that a second Latchkey on the directory refuses to start. */
async function expectUndamagedAndLocked(dataDir: string): Promise<void> {
  const before = readDemo(dataDir);
  const ports = await findPorts();
  const first = stage.start({ node: NODE, env: { DATA_DIR: dataDir, ...ports } });
  await first.ready();
  expect(readDemo(dataDir).app.client_secret).toBe(before.app.client_secret);
  const second = stage.start({ node: NODE, env: { DATA_DIR: dataDir, ...(await findPorts()) } });
  expect(await requestErrorOf(second)).toEqual([
    `Another Latchkey (process ${first.child.pid}) is using ${dataDir}; stop it, or set DATA_DIR to another directory.`,
  ]);
  expect((await fetch(`http://127.0.0.1:${ports.CONNECT_PORT}/readyz`)).status).toBe(200);
  first.child.kill("SIGTERM");
  expect(await first.ended()).toBe(0);
}

describe("one sentence on stderr and exit code 1", () => {
  it.concurrent("for an argument", async () => {
    const dataDir = join(stage.directory(), "data");
    const latchkey = stage.start({ node: [...NODE, "--help"], env: { DATA_DIR: dataDir, ...(await findPorts()) } });
    expect(await requestErrorOf(latchkey)).toEqual([
      'The service takes no arguments, such as --help; its settings are environment variables (docs/configuration.md). "npm run cli -- --help" lists the commands.',
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.concurrent("for each port in use, for data of another version and for a directory in use, without changing data", async () => {
    const dataDir = await makeDataDir();
    for (const setting of PORT_SETTINGS) {
      const ports = await findPorts();
      const other = await occupy(Number(ports[setting]));
      const latchkey = stage.start({ node: NODE, env: { DATA_DIR: dataDir, ...ports } });
      expect(await requestErrorOf(latchkey)).toEqual([
        `${setting}: 127.0.0.1:${ports[setting]} is in use by another program; set another port.`,
      ]);
      await release(other);
    }
    await expectOtherVersionRefused(dataDir);
    await expectUndamagedAndLocked(dataDir);
  });

  it.concurrent("for an https PUBLIC_URL with neither a certificate nor proxies, naming TRUSTED_PROXIES", async () => {
    const DATABASE_URL = "postgres://latchkey:hunter2@127.0.0.1:1/latchkey";
    const env = { DATABASE_URL, TOKEN_KEY: "A".repeat(43), PUBLIC_URL: "https://auth.example.com" };
    expect(await requestErrorOf(stage.start({ node: NODE, env }))).toEqual([
      "Invalid setting:",
      expect.stringMatching(/^ {2}TRUSTED_PROXIES is required .*TRUSTED_PROXIES=none/),
    ]);
  });

  it.concurrent("for an outdated schema, naming the command, and for a missing database, without a retry", async () => {
    const database = await startEmbedded({
      dataDir: stage.directory(),
      log: pino({ level: "silent" }),
      durable: false,
    });
    try {
      const { HTTP_PORT, GRPC_PORT, CONNECT_PORT } = await findPorts();
      const env = {
        HTTP_PORT,
        GRPC_PORT,
        CONNECT_PORT,
        TOKEN_KEY: "A".repeat(43),
        PUBLIC_URL,
        DATABASE_URL: database.url,
      };
      expect(await requestErrorOf(stage.start({ node: NODE, env }))).toEqual([
        expect.stringMatching(/latchkey migrate|npm run cli -- migrate/),
      ]);
      const elsewhere = Object.assign(new URL(database.url), { pathname: "/elsewhere" }).href;
      const lost = stage.start({ node: NODE, env: { ...env, DATABASE_URL: elsewhere } });
      expect(await requestErrorOf(lost)).toEqual([expect.stringMatching(/DATABASE_URL .*"elsewhere" does not exist/)]);
      expect(lost.said().out).not.toContain("retrying");
    } finally {
      await database.stop();
    }
  });
});

describe("all configuration errors and exit code 1", () => {
  it.concurrent("for invalid settings, before any file is created", async () => {
    const parent = stage.directory();
    const dataDir = join(parent, "data");
    const env = { DATA_DIR: dataDir, ROLE: "cores", HTTP_PORT: "eighty", HOST: "0.0.0.0", TOKEN_KEY: "hunter2" };
    expect(await requestErrorOf(stage.start({ node: NODE, env }))).toEqual([
      "4 invalid settings:",
      '  ROLE must be all, core or gateway, not "cores".',
      '  HTTP_PORT must be a port, a whole number from 1 to 65535, not "eighty".',
      expect.stringMatching(/^ {2}TOKEN_KEY must be /),
      expect.stringMatching(/^ {2}HOST must be a loopback address/),
    ]);
    expect(readdirSync(parent)).toEqual([]);
  });
});

it.concurrent("npm prints the same sentence", async () => {
  const ports = await findPorts();
  const latchkey = stage.start({ env: { ...ports, HTTP_PORT: "no" } });
  expect(await latchkey.ended()).toBe(1);
  expect(latchkey.said().err).toContain('HTTP_PORT must be a port, a whole number from 1 to 65535, not "no".');
});

it("the image and `latchkey start` run the command of npm start, without a shell", () => {
  expect(DEPLOYED).toEqual(["--max-semi-space-size=16", "src/main.ts"]);
  const [, command] = /^CMD (.+)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  expect(JSON.parse(command!)).toEqual(["node", ...DEPLOYED]);
  expect(readFileSync("src/cli/bin.cjs", "utf8")).toContain(`command === "start" ? ["${DEPLOYED[0]}"]`);
});
