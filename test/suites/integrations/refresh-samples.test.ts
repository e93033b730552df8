import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { exchangeBody, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { type Fault, type FlakyProxy, startFlakyProxy } from "./flaky-proxy.ts";
import { codeOn } from "./page-code.ts";
import { type AppKind, createSampleApps, type SampleApps } from "./sample-apps.ts";

const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

let platform: Platform;
let sampleApps: SampleApps;
let proxy: FlakyProxy;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-refresh-"));
  platform = await startPlatform("all");
  sampleApps = await createSampleApps(platform);
  proxy = await startFlakyProxy(platform.service.origin);
});
afterAll(async () => {
  proxy?.close();
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

const tokenFile = () => join(directory, "tokens.json");

async function stored() {
  return readFile(tokenFile(), "utf8").then(JSON.parse, () => null);
}

/** Stores tokens of an app, as the web server of the documentation does. */
async function storeTokens(kind: AppKind) {
  const app = sampleApps.apps.get(kind)!;
  const code = await platform.issue(app, { codeChallenge: CHALLENGE });
  const body = { ...exchangeBody(app, code), code_verifier: VERIFIER };
  const tokens = (await post(platform, "/oauth/token", body)).body;
  await writeFile(tokenFile(), JSON.stringify(tokens));
  return tokens;
}

interface Run {
  status: number;
  output: string;
  errors: string;
}

/** Runs the program as a reader copies it from the page, with the proxy as the platform. */
async function run(language: string, kind: AppKind): Promise<Run> {
  const { clientId, clientSecret } = sampleApps.apps.get(kind)!;
  const query = new URLSearchParams({ app: clientId, code: language });
  const { html } = await sampleApps.developer.get(`/docs/retries?${query}`);
  const program = codeOn(html, `refresh-${language}`);
  const { file, run: command } = GUIDE_PROGRAMS.refresh.programs.find((one) => one.language === language)!;
  await writeFile(join(directory, file), program.replaceAll(platform.service.origin, proxy.origin));
  const env = { ...process.env, CLIENT_SECRET: clientSecret, GO111MODULE: "off" };
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", command], { cwd: directory, env }, (error, output, errors) => {
      resolve({ status: Number(error?.code ?? 0), output, errors });
    });
  });
}

describe.each(GUIDE_PROGRAMS.refresh.programs.map(({ language }) => language))("the refresh in %s", (language) => {
  beforeEach(() => proxy.plan());

  test.each(["with a secret", "without a secret"] as const)("of an app %s stores the new tokens", async (kind) => {
    const before = await storeTokens(kind);
    expect(await run(language, kind)).toEqual({ status: 0, output: "The tokens are refreshed.\n", errors: "" });
    const after = await stored();
    expect(after).toEqual(JSON.parse(proxy.answers[0]!));
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
    expect((await run(language, kind)).status).toBe(0);
  });

  test.each<{ name: string; faults: Fault[]; pauses: number[] }>([
    { name: "a lost response", faults: ["lose", "lose"], pauses: [1, 2] },
    { name: "a lost request", faults: ["drop"], pauses: [1] },
    { name: "503 with Retry-After", faults: [{ status: 503, retryAfter: 3 }], pauses: [3] },
    { name: "429, then a lost response", faults: [{ status: 429, retryAfter: 1 }, "lose"], pauses: [1, 2] },
  ])("after $name, repeats the request and stores its tokens", async ({ faults, pauses }) => {
    const before = await storeTokens("with a secret");
    proxy.plan(...faults);
    expect(await run(language, "with a secret")).toMatchObject({ status: 0, errors: "" });
    const { requests, answers } = proxy;
    expect(requests).toHaveLength(faults.length + 1);
    for (const { form } of requests) expect(form.get("refresh_token")).toBe(before.refresh_token);
    expect(new Set(answers.map((answer) => JSON.parse(answer).refresh_token)).size).toBe(1);
    expect(await stored()).toEqual(JSON.parse(answers.at(-1)!));
    for (const [at, pause] of pauses.entries()) {
      const waited = (requests[at + 1]!.at - requests[at]!.at) / 1000;
      expect(waited).toBeGreaterThanOrEqual(pause);
      expect(waited).toBeLessThan(pause + 3);
    }
  });

  test.each([
    { name: "server_error", status: 500 },
    { name: "unauthorized_client", status: 400 },
    { name: "invalid_client", status: 401 },
  ])("after $name, keeps the tokens and does not retry", async ({ name, status }) => {
    const before = await storeTokens("with a secret");
    proxy.plan({ status, body: { error: name } });
    const { status: exit, errors, output } = await run(language, "with a secret");
    expect([exit === 0, output]).toEqual([false, ""]);
    expect(errors).toContain(name);
    expect([proxy.requests.length, await stored()]).toEqual([1, before]);
  });

  test("after invalid_grant, deletes the tokens", async () => {
    const { refresh_token: token } = await storeTokens("with a secret");
    const { clientId: client_id, clientSecret: client_secret } = sampleApps.apps.get("with a secret")!;
    await post(platform, "/oauth/revoke", { token, client_id, client_secret });
    const { status, errors } = await run(language, "with a secret");
    expect(status).not.toBe(0);
    expect(errors).toContain("Access has ended. Ask the merchant to connect again.");
    expect([proxy.requests.length, await stored()]).toEqual([1, null]);
  });

  test("in an outage, ends after four attempts and keeps the tokens", async () => {
    const before = await storeTokens("with a secret");
    proxy.plan("drop", "drop", "drop", "drop");
    const { status, errors } = await run(language, "with a secret");
    expect(status).not.toBe(0);
    expect(errors).toContain("Try again later with the same refresh token.");
    expect([proxy.requests.length, await stored()]).toEqual([4, before]);
  });
});
