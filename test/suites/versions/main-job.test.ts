import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainJob } from "../conformance/main-job.ts";
import { type Platform, startPlatform } from "../conformance/platform.ts";

describe(`over HTTP on PostgreSQL ${process.env.TEST_POSTGRES_MAJOR}`, () => {
  let started: Platform;
  beforeAll(async () => {
    started = await startPlatform("all", { RATE_LIMIT_CLIENT_ADDRESS: "10000", RATE_LIMIT_ADDRESS: "10000" });
  });
  afterAll(() => started?.stop());

  test("the server is of the version under test", async () => {
    const { rows } = await started.service.query("show server_version_num");
    expect(Math.floor(rows[0].server_version_num / 10_000)).toBe(Number(process.env.TEST_POSTGRES_MAJOR));
  });

  mainJob(() => started);
});
