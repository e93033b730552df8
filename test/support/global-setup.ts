import { rm } from "node:fs/promises";
import pino from "pino";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../src/embedded-postgres/embedded.ts";
import { binariesUnderTest } from "../suites/versions/binaries.ts";
import { createDataDirectory } from "./data-directory.ts";
import { createTemplate } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Starts one PostgreSQL for the run, with a migrated template database that tests copy; TEST_DATABASE_URL names a server that has one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) {
    project.provide("databaseUrl", process.env.TEST_DATABASE_URL);
    return;
  }
  const dataDir = createDataDirectory("test");
  const log = pino({ level: "warn" });
  const binaries = await binariesUnderTest();
  const database = await startEmbedded({ dataDir, log, durable: false, maxConnections: 500, binaries });
  const teardown = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  await createTemplate(database.url).catch(async (error) => {
    await teardown();
    throw error;
  });
  project.provide("databaseUrl", database.url);
  return teardown;
}
