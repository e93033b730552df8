import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createTemplate } from "../../support/template.ts";

/** Starts PostgreSQL with fsync, as in production, because a commit with writes must not take measurably longer than one without. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-timing-"));
  const database = await startEmbedded({ dataDir, log: pino({ level: "warn" }), durable: true, maxConnections: 100 });
  await createTemplate(database.url);
  project.provide("databaseUrl", database.url);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
