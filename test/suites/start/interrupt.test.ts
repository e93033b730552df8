import { expect, it } from "vitest";
import { createStage } from "./cleanup.ts";
import { createDemos } from "./demos.ts";
import { findMain, readDemo, survivors } from "./latchkey.ts";

const { startDemo, interrupt } = createDemos(createStage());

it("after kill -9 during the first start, Ctrl-C during the next ends all processes, and so do SIGTERM, SIGHUP and kill -9 later, without loss of data", async () => {
  const unfinished = await startDemo();
  await expect.poll(() => unfinished.latchkey.said().out).toContain("creating the database");
  process.kill(findMain(unfinished.latchkey), "SIGKILL");
  await unfinished.latchkey.ended();

  const { latchkey, dataDir } = await startDemo(unfinished.dataDir);
  await expect.poll(() => latchkey.said().out).toContain("creating the database");
  await interrupt(latchkey);
  expect(latchkey.said().out).toMatch(/"msg":"closed( before it was ready)?"/);
  expect(latchkey.said().err).not.toContain("PostgreSQL");

  for (const signal of ["SIGTERM", "SIGHUP"] as const) await endNpm(dataDir, signal);

  const killed = await startDemo(dataDir);
  await killed.latchkey.ready();
  const before = readDemo(dataDir);
  const processes = killed.latchkey.processes();
  process.kill(findMain(killed.latchkey), "SIGKILL");
  await killed.latchkey.ended();
  await expect.poll(() => survivors(processes)).toEqual([]);

  const last = await startDemo(dataDir);
  await last.latchkey.ready();
  expect(readDemo(dataDir).app.client_secret).toBe(before.app.client_secret);
  await interrupt(last.latchkey);
});

/** Starts, and sends the signal only to npm. The service must close, and no process may be left. */
async function endNpm(dataDir: string, signal: "SIGTERM" | "SIGHUP"): Promise<void> {
  const { latchkey } = await startDemo(dataDir);
  await latchkey.ready();
  const processes = latchkey.processes();
  latchkey.child.kill(signal);
  await latchkey.ended();
  await expect.poll(() => survivors(processes)).toEqual([]);
  expect(latchkey.said().out).toMatch(/"msg":"closed"/);
}
