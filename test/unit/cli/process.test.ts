import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../suites/start/latchkey.ts";
import { createDemoStage, type DemoRun, type DemoStage } from "../app/demo-stage.ts";

// Whole processes and services, some of them several times: on a busy machine each takes its seconds.
vi.setConfig({ testTimeout: 300_000 });

let stage: DemoStage;
let run: DemoRun;
beforeAll(async () => {
  stage = await createDemoStage();
  run = await stage.start();
});
afterAll(() => stage.end());

/** The command line as a process of its own, with this on standard input. */
async function start(command: string, args: string[], { input = "", env = {} as Record<string, string> } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: stage.dataDir, ...env },
  });
  const told = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (told.out += chunk));
  child.stderr.on("data", (chunk) => (told.err += chunk));
  child.stdin.end(input);
  const [status] = await once(child, "close");
  return { status: status as number, ...told };
}

const latchkey = (args: string[], options?: Parameters<typeof start>[2]) =>
  start(process.execPath, ["src/cli/main.ts", ...args], options);

describe("as a process", () => {
  it("0 done, 1 refused, 2 not understood; answers and errors on their own streams", async () => {
    expect(await latchkey(["apps", "install-link", run.demo.app.client_id])).toEqual({
      status: 0,
      out: `${run.demo.app.install_url}\n`,
      err: "",
    });
    expect(await latchkey(["apps", "show", "none"])).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("There is no such app"),
    });
    expect(await latchkey(["apps", "sho"])).toMatchObject({ status: 2, out: "" });
  });

  it("npm run cli is the same, and its hints say so", async () => {
    const npm = await start("npm", ["run", "--silent", "cli", "--", "apps", "show", "none"]);
    expect(npm.status).toBe(1);
    expect(npm.err).toContain("Which there are: npm run cli -- apps list\n");
  });

  it("a token comes on standard input and is told by what it is good for", async () => {
    const { app, merchant } = run.demo;
    const { code } = await run.core.tokens.issue({
      ...{ clientId: app.client_id, redirectUri: app.redirect_uri, scopes: ["orders:read"], state: "s" },
      ...{ merchantId: merchant.merchant_id, accountId: merchant.account_id },
    });
    const proof = { case: "clientSecret", value: app.client_secret } as const;
    const credentials = { clientId: app.client_id, proof };
    const pair = await run.core.tokens.exchange({ credentials, code, redirectUri: app.redirect_uri });
    const told = await latchkey(["tokens", "introspect"], { input: `${pair.accessToken}\n` });
    expect(told.out).toMatch(/^active +yes\nkind +access\nmerchant +harbour-coffee\n/);
    expect(told.out).not.toContain(pair.accessToken);
    expect((await latchkey(["tokens", "introspect"], { input: pair.refreshToken })).out).toBe("inactive\n");
    const json = await latchkey(["tokens", "introspect", "--refresh", "--json"], { input: pair.refreshToken });
    expect(JSON.parse(json.out)).toMatchObject({ active: true, tokenKind: "TOKEN_KIND_REFRESH" });
    expect(await latchkey(["tokens", "introspect"])).toEqual({
      status: 1,
      out: "",
      err: "latchkey: No token came on standard input.\n",
    });
  });

  it("a pipe that closes early is no fault", async () => {
    const script = `${JSON.stringify(process.execPath)} src/cli/main.ts audit list --page-size 200 --json | head -c 1`;
    expect(await start("bash", ["--norc", "-o", "pipefail", "-c", script])).toEqual({ status: 0, out: "{", err: "" });
  });
});
