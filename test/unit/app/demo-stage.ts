import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { vi } from "vitest";
import { type App, createApp } from "../../../src/app/app.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import { readDemo } from "../../suites/start/latchkey.ts";
import { findPorts, type PortSetting } from "../../suites/start/ports.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { useOpened } from "../../support/world/fixtures.ts";

/** One start of the service with its demo, in this process, on a database of the test run's PostgreSQL. */
export interface DemoRun {
  demo: DemoFile;
  /** Clients with the demo's service key. */
  core: Clients;
  /** The printed banner. */
  banner: string;
  /** Every line of the log. */
  lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A data directory and a database for repeated starts of the demo. */
export interface DemoStage {
  dataDir: string;
  start(env?: Partial<Record<PortSetting, string>>): Promise<DemoRun>;
  /** Runs a statement directly on the database. */
  query(text: string, values?: unknown[]): Promise<void>;
  /** Replaces the database with a new one. */
  loseDatabase(): Promise<void>;
  /** Stops the demo and removes directory and database. */
  close(): Promise<void>;
}

export async function createDemoStage(): Promise<DemoStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
  const settings = { DATA_DIR: dataDir, TOKEN_KEY: randomBytes(32).toString("base64url"), ...(await findPorts()) };
  const databases: TestDatabase[] = [await createTestDatabase()];
  const running = new Set<DemoRun>();
  return {
    dataDir,
    async start(env = {}) {
      const run = await startRun({ ...settings, ...env, DATABASE_URL: databases.at(-1)!.url });
      running.add(run);
      return run;
    },
    async query(text, values) {
      const client = new pg.Client({ connectionString: databases.at(-1)!.url });
      await client.connect();
      await client.query(text, values).finally(() => client.end());
    },
    async loseDatabase() {
      databases.push(await createTestDatabase());
    },
    async close() {
      for (const run of running) await run.stop();
      for (const database of databases) await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export const useDemoStage = () => useOpened(createDemoStage);

async function startRun(settings: Record<string, string>): Promise<DemoRun> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = await createApp(configOf(settings), log);
  const printed: string[] = [];
  const print = vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await app.start();
  } catch (error) {
    await app.close();
    throw error;
  } finally {
    print.mockRestore();
  }
  const demo = readDemo(settings.DATA_DIR!);
  const connection = connectCore({ url: `http://${demo.urls.grpc}`, key: demo.service_key });
  const stop = once(app, () => connection.close());
  return { demo, core: clients(connection.transport), banner: printed.join(""), lines, stop };
}

function once(app: App, disconnect: () => void): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  return () => {
    disconnect();
    stopped ??= app.close();
    return stopped;
  };
}

/** The configuration with embedded PostgreSQL, except for the database. */
function configOf({ DEMO_APP_PORT, DEMO_API_PORT, ...settings }: Record<string, string>) {
  const origin = { HOST: "127.0.0.1", PUBLIC_URL: `http://localhost:${settings.HTTP_PORT}` };
  const docs = { DOCS_API_URL: `http://127.0.0.1:${DEMO_API_PORT}/sandbox/orders` };
  const config = loadConfig({ ...LONG_TIMEOUT_SETTINGS, POOL_SIZE: "4", ...origin, ...docs, ...settings });
  return { ...config, demo: { appPort: Number(DEMO_APP_PORT), apiPort: Number(DEMO_API_PORT) } };
}
