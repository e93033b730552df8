import { expect, it } from "vitest";
import { createStage } from "./cleanup.ts";
import { createDemos } from "./demos.ts";
import { findMain, readDemo, survivors } from "./latchkey.ts";

/** `npm run test:workers` runs these tests with two processes behind each port as well. */
const { startDemo, interrupt } = createDemos(createStage());

it("after kill -9 no process is left, and the next start has the same data", async () => {
  const first = await startDemo();
  await first.latchkey.ready();
  const before = readDemo(first.dataDir);
  const processes = first.latchkey.processes();
  process.kill(findMain(first.latchkey), "SIGKILL");
  await first.latchkey.ended();
  await expect.poll(() => survivors(processes)).toEqual([]);

  const second = await startDemo(first.dataDir);
  await second.latchkey.ready();
  expect(readDemo(first.dataDir).app.client_secret).toBe(before.app.client_secret);
  await interrupt(second.latchkey);
});

it("Ctrl-C during the first start ends all processes", async () => {
  const { latchkey, dataDir } = await startDemo();
  await expect.poll(() => latchkey.said().out).toContain("creating the database");
  await interrupt(latchkey);
  expect(latchkey.said().out).toMatch(/"msg":"closed( before it was ready)?"/);
  expect(latchkey.said().err).not.toContain("PostgreSQL");
  const second = await startDemo(dataDir);
  await second.latchkey.ready();
  await interrupt(second.latchkey);
});

it.each(["SIGTERM", "SIGHUP"] as const)("%s to npm ends all processes with exit code 0", async (signal) => {
  const { latchkey } = await startDemo();
  await latchkey.ready();
  const processes = latchkey.processes();
  latchkey.child.kill(signal);
  await latchkey.ended();
  await expect.poll(() => survivors(processes)).toEqual([]);
  expect(latchkey.said().out).toMatch(/"msg":"closed"/);
});
