import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { administer, copyTemplate, databaseUrl } from "./template.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database for one caller, copied from the template of the run in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("databaseUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await copyTemplate(adminUrl, name);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}
