import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { secondsUsed } from "../../support/process-table.ts";
import { createStage } from "./cleanup.ts";
import { createDemos } from "./demos.ts";
import { findMain, readDemo, survivors } from "./latchkey.ts";
import { occupy, release } from "./ports.ts";

const stage = createStage();
const { startDemo, interrupt } = createDemos(stage);
/** CPU seconds, so that other load does not count. */
const READY_AFTER_SECONDS = 60;

const modeOf = (file: string): number => statSync(file).mode & 0o777;

it("npm start in a new directory is ready within 60 s of CPU time, prints its URLs, and ends on Ctrl-C", async () => {
  const { latchkey, dataDir, ports } = await startDemo();
  await latchkey.ready();
  const worked = secondsUsed(latchkey.processes());
  expect(worked).toBeGreaterThan(0);
  expect(worked).toBeLessThan(READY_AFTER_SECONDS);

  const demo = readDemo(dataDir);
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
  expect(modeOf(join(dataDir, "demo.json"))).toBe(0o600);
  expect(modeOf(join(dataDir, "token_key"))).toBe(0o600);
  expect(readFileSync(join(dataDir, "token_key"), "utf8").trim()).toMatch(/^[A-Za-z0-9_-]{43}$/);

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
  await interrupt(latchkey);
  for (const port of Object.values(ports)) await release(await occupy(Number(port)));
});

it("a second start has the same secrets, accounts and token key, on other ports too", async () => {
  const first = await startDemo();
  await first.latchkey.ready();
  const before = readDemo(first.dataDir);
  const key = readFileSync(join(first.dataDir, "token_key"), "utf8");
  await interrupt(first.latchkey);

  const second = await startDemo(first.dataDir);
  await second.latchkey.ready();
  const after = readDemo(first.dataDir);
  expect({ ...after, urls: before.urls, app: { ...after.app, redirect_uri: "", install_url: "" } }).toEqual({
    ...before,
    app: { ...before.app, redirect_uri: "", install_url: "" },
  });
  expect(after.app.redirect_uri).toContain(`:${second.ports.DEMO_APP_PORT}/`);
  expect(readFileSync(join(first.dataDir, "token_key"), "utf8")).toBe(key);
  await interrupt(second.latchkey);
});

it("after kill -9 of npm the next start has the same data", async () => {
  const first = await startDemo();
  await first.latchkey.ready();
  const processes = first.latchkey.processes();
  first.latchkey.child.kill("SIGKILL");
  const second = await startDemo(first.dataDir);
  await second.latchkey.ready();
  expect(survivors(processes)).toEqual([]);
  await interrupt(second.latchkey);
});

it("after kill -9 during the first start the next one succeeds", async () => {
  const { latchkey, dataDir } = await startDemo();
  await expect.poll(() => latchkey.said().out).toContain("creating the database");
  process.kill(findMain(latchkey), "SIGKILL");
  await latchkey.ended();
  const second = await startDemo(dataDir);
  await second.latchkey.ready();
  await interrupt(second.latchkey);
});

it("two copies run concurrently on other ports and directories", async () => {
  const [one, other] = await Promise.all([startDemo(), startDemo()]);
  await Promise.all([one.latchkey.ready(), other.latchkey.ready()]);
  expect(readDemo(one.dataDir).service_key).not.toBe(readDemo(other.dataDir).service_key);
  await interrupt(one.latchkey);
  expect((await fetch(`http://127.0.0.1:${other.ports.CONNECT_PORT}/readyz`)).status).toBe(200);
  await interrupt(other.latchkey);
});

it("an existing empty DATA_DIR is accepted", async () => {
  const dataDir = stage.directory();
  mkdirSync(join(dataDir, "inner"));
  const { latchkey } = await startDemo(join(dataDir, "inner"));
  await latchkey.ready();
  await interrupt(latchkey);
});
