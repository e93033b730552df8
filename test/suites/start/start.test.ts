import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { secondsUsed } from "../../support/process-table.ts";
import { createStage } from "./cleanup.ts";
import { createDemos } from "./demos.ts";
import { type Latchkey, readDemo, survivors } from "./latchkey.ts";
import { occupy, release } from "./ports.ts";

const stage = createStage();
const { startDemo, interrupt } = createDemos(stage);
/** CPU seconds, so that other load does not matter. */
const READY_AFTER_SECONDS = 60;

const modeOf = (file: string): number => statSync(file).mode & 0o777;

function expectDemoFile(demo: DemoFile, ports: Record<string, string>): void {
  expect(demo).toEqual({
    urls: {
      http: `http://localhost:${ports.HTTP_PORT}`,
      grpc: `127.0.0.1:${ports.GRPC_PORT}`,
      connect: `http://127.0.0.1:${ports.CONNECT_PORT}`,
      demo_app: `http://127.0.0.1:${ports.DEMO_APP_PORT}`,
      demo_api: `http://127.0.0.1:${ports.DEMO_API_PORT}`,
    },
    service_key: expect.stringMatching(/^lk_sk_[0-9A-Za-z]{71}$/),
    introspect_key: expect.stringMatching(/^lk_sk_[0-9A-Za-z]{71}$/),
    operator: { email: expect.stringContaining("@"), password: expect.any(String) },
    developer: { email: expect.stringContaining("@"), password: expect.any(String) },
    merchant: {
      email: expect.stringContaining("@"),
      password: expect.any(String),
      account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      merchant_id: expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
    },
    app: {
      client_id: expect.stringMatching(/^app_[0-9A-Za-z]{22}$/),
      client_secret: expect.stringMatching(/^lk_cs_[0-9A-Za-z]{71}$/),
      redirect_uri: expect.stringMatching(`^http://127\\.0\\.0\\.1:${ports.DEMO_APP_PORT}/`),
      scopes: expect.arrayContaining([expect.any(String)]),
      install_url: expect.stringMatching(`^http://localhost:${ports.HTTP_PORT}/install/app_`),
    },
  });
}

/** Expects that the service prints its addresses but no secret, and that its pages and the demo respond. */
async function expectToAnswer(latchkey: Latchkey, demo: DemoFile): Promise<void> {
  const { out, err } = latchkey.said();
  for (const text of [
    demo.app.install_url,
    demo.merchant.email,
    demo.merchant.password,
    demo.operator.email,
    demo.operator.password,
  ]) {
    expect(out).toContain(text);
  }
  for (const secret of [demo.service_key, demo.introspect_key, demo.app.client_secret])
    expect(out + err).not.toContain(secret);

  for (const url of [
    `${demo.urls.http}/.well-known/oauth-authorization-server`,
    `${demo.urls.connect}/healthz`,
    demo.urls.demo_app,
  ]) {
    expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  }
}

/** Compares the demo files without their addresses. */
function expectSameSecrets(after: DemoFile, before: DemoFile): void {
  expect({ ...after, urls: before.urls, app: { ...after.app, redirect_uri: "", install_url: "" } }).toEqual({
    ...before,
    app: { ...before.app, redirect_uri: "", install_url: "" },
  });
}

it("npm start in a new or empty directory is ready within 60 s of CPU time, prints its URLs, ends on Ctrl-C, and starts again", async () => {
  const { latchkey, dataDir, ports } = await startDemo();
  await latchkey.ready();
  const worked = secondsUsed(latchkey.processes());
  expect(worked).toBeGreaterThan(0);
  expect(worked).toBeLessThan(READY_AFTER_SECONDS);
  const demo = readDemo(dataDir);
  expectDemoFile(demo, ports);
  expect(modeOf(join(dataDir, "demo.json"))).toBe(0o600);
  expect(modeOf(join(dataDir, "token_key"))).toBe(0o600);
  const key = readFileSync(join(dataDir, "token_key"), "utf8");
  expect(key.trim()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  await expectToAnswer(latchkey, demo);

  // Starts a second service on an existing, empty directory.
  const empty = join(stage.directory(), "inner");
  mkdirSync(empty);
  const other = await startDemo(empty);
  await other.latchkey.ready();
  expect(readDemo(empty).service_key).not.toBe(demo.service_key);
  expect((await fetch(`${demo.urls.connect}/readyz`)).status).toBe(200);
  await interrupt(latchkey);
  for (const port of Object.values(ports)) await release(await occupy(Number(port)));
  expect((await fetch(`http://127.0.0.1:${other.ports.CONNECT_PORT}/readyz`)).status).toBe(200);
  await interrupt(other.latchkey);

  const second = await startDemo(dataDir);
  await second.latchkey.ready();
  expectSameSecrets(readDemo(dataDir), demo);
  expect(readDemo(dataDir).app.redirect_uri).toContain(`:${second.ports.DEMO_APP_PORT}/`);
  expect(readFileSync(join(dataDir, "token_key"), "utf8")).toBe(key);

  // Kills npm, as by `kill -9`.
  const processes = second.latchkey.processes();
  second.latchkey.child.kill("SIGKILL");
  const third = await startDemo(dataDir);
  await third.latchkey.ready();
  expect(survivors(processes)).toEqual([]);
  expectSameSecrets(readDemo(dataDir), demo);
  await interrupt(third.latchkey);
});
