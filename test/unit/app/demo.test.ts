import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clone } from "@bufbuild/protobuf";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppProfileSchema, AppState, RefreshMode } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { Browser } from "../../../src/demo/browser.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";
import { PERMISSIONS } from "../../../src/service/call.ts";
import { findPorts } from "../../suites/start/ports.ts";
import { createDemoStage, type DemoRun, type DemoStage } from "./demo-stage.ts";

// Starts services, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let stage: DemoStage;
const ownStage = () => {
  beforeEach(async () => {
    stage = await createDemoStage();
  });
  afterEach(() => stage.close());
};

const pathOf = (name: string) => join(stage.dataDir, name);

/** Starts the demo, changes something, and starts it again. */
async function restart(between: (first: DemoRun) => Promise<unknown> | unknown): Promise<[DemoFile, DemoRun]> {
  const first = await stage.start();
  await between(first);
  await first.stop();
  return [first.demo, await stage.start()];
}

async function canSignIn({ urls }: DemoFile, { email, password }: { email: string; password: string }) {
  const browser = new Browser();
  const page = await browser.submit(await browser.get(`${urls.http}/sign-in`), { email, password });
  return page.status === 303;
}

/** Checks every URL, key, secret and password of the file against the running demo. */
async function expectTrue({ demo, core }: DemoRun): Promise<void> {
  for (const person of [demo.operator, demo.developer, demo.merchant]) {
    expect([person.email, await canSignIn(demo, person)]).toEqual([person.email, true]);
  }
  const { client_id, client_secret, redirect_uri } = demo.app;
  const body = { grant_type: "authorization_code", code: "none", redirect_uri, client_id, client_secret };
  const answer = await fetch(`${demo.urls.http}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
  const { account } = await core.accounts.getAccount({ email: demo.merchant.email });
  expect(account?.accountId).toBe(demo.merchant.account_id);
  const asked = await fetch(`${demo.urls.http}/oauth/introspect`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.introspect_key}`, "content-type": "application/json" },
    body: JSON.stringify({ token: "none" }),
  });
  expect(await asked.json()).toEqual({ active: false });
}

describe("a first start", () => {
  let run: DemoRun;
  let wasReadyBefore: boolean;
  beforeAll(async () => {
    stage = await createDemoStage();
    const { CONNECT_PORT } = await findPorts();
    const watching = watchReady(`http://127.0.0.1:${CONNECT_PORT}/readyz`);
    run = await stage.start({ CONNECT_PORT });
    wasReadyBefore = await watching();
  });
  afterAll(() => stage.close());

  it("writes a demo.json with valid credentials, readable by its owner only", async () => {
    expect(statSync(pathOf("demo.json")).mode & 0o777).toBe(0o600);
    expect(existsSync(pathOf("demo-passwords.json"))).toBe(false);
    await expectTrue(run);
    for (const url of Object.values(run.demo.urls)) expect(url).not.toMatch(/\/$/);
    expect(run.demo.urls.grpc).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it("is not ready before demo.json is in place", () => {
    expect(wasReadyBefore).toBe(false);
  });

  it("gives the demo's key every permission except web:act, and the API's key only tokens:introspect", async () => {
    const { serviceKeys } = await run.core.accounts.listServiceKeys({});
    expect(Object.fromEntries(serviceKeys.map(({ name, permissions }) => [name, [...permissions].sort()]))).toEqual({
      demo: PERMISSIONS.filter((right) => right !== "web:act").sort(),
      "demo API": ["tokens:introspect"],
    });
  });

  it("seeds an approved app that has a secret and rotates, without PKCE", async () => {
    const { core, demo } = run;
    const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
    expect(app).toMatchObject({
      state: AppState.APPROVED,
      confidential: true,
      refreshMode: RefreshMode.ROTATE,
      installUrl: demo.app.install_url,
      profile: { redirectUris: [demo.app.redirect_uri] },
    });
    expect(app?.profile?.scopes.map(({ name }) => name)).toEqual(demo.app.scopes);
  });

  it("seeds two decision templates", async () => {
    const { templates } = await run.core.reviews.listDecisionTemplates({});
    expect(templates.map(({ name, reasonCode }) => [name, reasonCode])).toEqual([
      ["Explain each scope", "SCOPE_REASONS"],
      ["Redirect URI does not answer", "REDIRECT_URI"],
    ]);
  });

  it("prints URLs, e-mails and passwords but no key, secret or token", () => {
    const { banner, demo, lines } = run;
    const { operator, developer, merchant, app } = demo;
    for (const text of [operator, developer, merchant].flatMap(({ email, password }) => [email, password]))
      expect(banner).toContain(text);
    expect(banner).toContain(app.install_url);
    expect(banner).not.toMatch(/_(sk|cs|at|rt|it|ac)_/);
    expect(JSON.stringify(lines)).not.toMatch(/_(sk|cs|at|rt|it|ac)_[0-9A-Za-z]/);
  });

  it("logs few lines", () => {
    expect(infoMessagesOf(run).slice(0, 2)).toEqual(["seeding the demo", "ready"]);
  });
});

/** The distinct messages at level info, without those about recovered outages, which occur on a busy machine. */
function infoMessagesOf({ lines }: DemoRun): unknown[] {
  const messages = new Set(lines.filter(({ level }) => level === 30).map(({ msg }) => msg));
  return [...messages].filter((msg) => !/ again$/.test(`${msg}`));
}

/** Polls `/readyz`; resolves with true if it was ready before demo.json existed. */
function watchReady(url: string): () => Promise<boolean> {
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const isThere = existsSync(pathOf("demo.json"));
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok === true) return !isThere && !existsSync(pathOf("demo.json"));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return false;
  })();
  return () => {
    isOver = true;
    return watching;
  };
}

describe("a second start", () => {
  ownStage();

  it("changes nothing in demo.json", async () => {
    const [before, second] = await restart(() => {});
    expect(second.demo).toEqual(before);
    expect(infoMessagesOf(second)).toEqual(["ready"]);
    await expectTrue(second);
  });

  it("does not bring back a deleted decision template", async () => {
    const [, run] = await restart(async ({ core }) => {
      const { templates } = await core.reviews.listDecisionTemplates({});
      await core.reviews.deleteDecisionTemplate({ templateId: templates[0]!.templateId });
    });
    expect((await run.core.reviews.listDecisionTemplates({})).templates).toHaveLength(1);
  });

  it("updates the app's URLs to DEMO_APP_PORT and keeps other changes of the app", async () => {
    const first = await stage.start();
    const { app } = await first.core.apps.getApp({ clientId: first.demo.app.client_id });
    const profile = clone(AppProfileSchema, app!.profile!);
    profile.purpose = "Another purpose.";
    await first.core.apps.updateApp({ clientId: app!.clientId, profile });
    await approve(first, app!.clientId);
    await first.stop();

    const { DEMO_APP_PORT } = await findPorts();
    const { demo, core } = await stage.start({ DEMO_APP_PORT });
    expect(demo.urls.demo_app).toBe(`http://127.0.0.1:${DEMO_APP_PORT}`);
    expect(demo.app).toEqual({ ...first.demo.app, redirect_uri: `http://127.0.0.1:${DEMO_APP_PORT}/callback` });
    const after = (await core.apps.getApp({ clientId: app!.clientId })).app;
    expect(after?.state).toBe(AppState.APPROVED);
    expect(after?.profile).toMatchObject({
      purpose: "Another purpose.",
      redirectUris: [demo.app.redirect_uri],
      launchUrl: `http://127.0.0.1:${DEMO_APP_PORT}/launch`,
    });
  });

  it("keeps a pending revision and a suspension", async () => {
    const [, { demo, core }] = await restart(async ({ core, demo }) => {
      const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
      const profile = clone(AppProfileSchema, app!.profile!);
      profile.name = "Parcel Pilot Pro";
      await core.apps.updateApp({ clientId: app!.clientId, profile });
      await core.apps.submitApp({ clientId: app!.clientId });
      await core.apps.suspendApp({ clientId: app!.clientId, reasonCode: "TEST", reasonText: "A test." });
    });
    const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
    expect(app).toMatchObject({ state: AppState.SUSPENDED, profile: { name: "Parcel Pilot" } });
    expect(app?.pending).toMatchObject({ state: AppState.SUBMITTED, profile: { name: "Parcel Pilot Pro" } });
  });

  it("creates another app if the demo's was archived, and does not use one with a similar name", async () => {
    const [before, run] = await restart(async ({ core, demo }) => {
      const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
      const profile = clone(AppProfileSchema, app!.profile!);
      profile.name = "Parcel Pilot Pro";
      await core.apps.createApp({ profile, confidential: true, developerAccountId: app!.developerAccountId });
      await core.apps.archiveApp({ clientId: app!.clientId });
    });
    expect(run.demo.app.client_id).not.toBe(before.app.client_id);
    const { app } = await run.core.apps.getApp({ clientId: run.demo.app.client_id });
    expect(app?.profile?.name).toBe("Parcel Pilot");
    await expectTrue(run);
  });

  it("replaces a revoked key and a retired secret, and keeps the rest", async () => {
    const [before, run] = await restart(async ({ core, demo }) => {
      const { serviceKeys } = await core.accounts.listServiceKeys({});
      const { serviceKeyId } = serviceKeys.find(({ name }) => name === "demo API")!;
      await core.accounts.revokeServiceKey({ serviceKeyId });
      const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
      const { secretId } = app!.secrets[0]!;
      await core.apps.addSecret({ clientId: app!.clientId });
      await core.apps.retireSecret({ clientId: app!.clientId, secretId, immediately: true });
    });
    const { introspect_key, app } = run.demo;
    expect(introspect_key).not.toBe(before.introspect_key);
    expect(app.client_secret).not.toBe(before.app.client_secret);
    expect(run.demo).toEqual({ ...before, introspect_key, app: { ...before.app, client_secret: app.client_secret } });
    await expectTrue(run);
  });

  it("keeps a retired secret that is still valid", async () => {
    const [before, run] = await restart(async ({ core, demo }) => {
      const { app } = await core.apps.getApp({ clientId: demo.app.client_id });
      await core.apps.addSecret({ clientId: app!.clientId });
      await core.apps.retireSecret({ clientId: app!.clientId, secretId: app!.secrets[0]!.secretId });
    });
    expect(run.demo).toEqual(before);
    await expectTrue(run);
  });

  it("replaces a revoked service key and keeps the passwords", async () => {
    const [before, run] = await restart(async ({ core }) => {
      const { serviceKeys } = await core.accounts.listServiceKeys({});
      const { serviceKeyId } = serviceKeys.find(({ name }) => name === "demo")!;
      await core.accounts.revokeServiceKey({ serviceKeyId });
    });
    expect(run.demo).toEqual({ ...before, service_key: run.demo.service_key });
    expect(run.demo.service_key).not.toBe(before.service_key);
    await expectTrue(run);
  });
});

describe("a start after an interrupted one, or after its files were lost", () => {
  ownStage();

  it("uses the passwords of demo-passwords.json if demo.json is missing", async () => {
    const [before, run] = await restart(({ demo: { operator, developer, merchant } }) => {
      rmSync(pathOf("demo.json"));
      const passwords = { operator, developer, merchant };
      const kept = Object.entries(passwords).map(([name, { password }]) => [name, password]);
      writeFileSync(pathOf("demo-passwords.json"), JSON.stringify(Object.fromEntries(kept)));
    });
    for (const person of ["operator", "developer", "merchant"] as const)
      expect(run.demo[person]).toEqual(before[person]);
    expect(run.demo.service_key).not.toBe(before.service_key);
    expect(existsSync(pathOf("demo-passwords.json"))).toBe(false);
    await expectTrue(run);
  });

  it("sets new passwords and ends the sessions if both files are missing, and keeps app and merchant", async () => {
    const browser = new Browser();
    const [before, run] = await restart(async ({ demo }) => {
      await browser.submit(await browser.get(`${demo.urls.http}/sign-in`), { ...demo.operator });
      rmSync(pathOf("demo.json"));
    });
    const { operator, merchant, app } = run.demo;
    expect(operator.password).not.toBe(before.operator.password);
    expect(await canSignIn(run.demo, before.operator)).toBe(false);
    expect(merchant).toEqual({ ...before.merchant, password: merchant.password });
    expect(app).toEqual({ ...before.app, client_secret: app.client_secret });
    await expectTrue(run);
    const page = await browser.get(`${run.demo.urls.http}/install/${app.client_id}`);
    expect(page.location?.pathname).toBe("/sign-in");
  });

  it("never leaves the app with more than two secrets, however often the files are lost", async () => {
    const [, second] = await restart(() => rmSync(pathOf("demo.json")));
    for (let loss = 0; loss < 2; loss++) {
      rmSync(pathOf("demo.json"), { force: true });
      await second.stop();
      const run = await stage.start();
      await expectTrue(run);
      const { app } = await run.core.apps.getApp({ clientId: run.demo.app.client_id });
      expect(app?.secrets).toHaveLength(2);
      await run.stop();
    }
  });

  it("seeds another database with the passwords of demo.json", async () => {
    const [before, run] = await restart(() => stage.loseDatabase());
    expect(run.demo.operator).toEqual(before.operator);
    expect(run.demo.app.client_id).not.toBe(before.app.client_id);
    const text = expect.objectContaining({ level: 40, msg: expect.stringContaining("demo.json") });
    expect(run.lines).toContainEqual(text);
    await expectTrue(run);
  });

  it("rejects a malformed demo.json in one sentence and does not change it", async () => {
    writeFileSync(pathOf("demo.json"), "{");
    const fault = await stage.start().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartupError);
    expect((fault as StartupError).message).toContain(
      `${pathOf("demo.json")} is not a valid demo file: it is not JSON.`,
    );
    expect(readFileSync(pathOf("demo.json"), "utf8")).toBe("{");
  });
});

async function approve({ core }: DemoRun, clientId: string): Promise<void> {
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
  await core.apps.approveApp({ clientId });
}
