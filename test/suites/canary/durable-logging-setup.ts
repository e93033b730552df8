import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createTemplate } from "../../support/template.ts";

declare module "vitest" {
  interface ProvidedContext {
    dataDirectory: string;
  }
}

/** A durable PostgreSQL that can log every statement with its parameters. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-canary-"));
  const database = await startEmbedded({ dataDir, log: pino({ level: "warn" }), durable: true, maxConnections: 100 });
  await createTemplate(database.url);
  project.provide("databaseUrl", database.url);
  project.provide("dataDirectory", dataDir);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
