import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { ROOT } from "../../suites/start/latchkey.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useDemoStage } from "../app/demo-stage.ts";

// Starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const stage = useDemoStage();
const run = perFile(() => stage.start());

/** Runs a command as a process with this standard input. */
async function start(command: string, args: string[], { input = "", env = {} as Record<string, string> } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...childEnvironment(), DATA_DIR: stage.dataDir, ...env },
  });
  const printed = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (printed.out += chunk));
  child.stderr.on("data", (chunk) => (printed.err += chunk));
  child.stdin.end(input);
  const [status] = await once(child, "close");
  return { status: status as number, ...printed };
}

const latchkey = (args: string[], options?: Parameters<typeof start>[2]) =>
  start(process.execPath, ["src/cli/main.ts", ...args], options);

describe("the command line as a process", () => {
  it("exits 0 on success, 1 on failure, 2 on an invalid command line; errors go to standard error", async () => {
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

  it("names `npm run cli` in its hints when started by npm", async () => {
    const npm = await start("npm", ["run", "--silent", "cli", "--", "apps", "show", "none"]);
    expect(npm.status).toBe(1);
    expect(npm.err).toContain("To list them: npm run cli -- apps list\n");
  });

  it("tokens introspect reads the token from standard input", async () => {
    const { app, merchant } = run.demo;
    const { code } = await run.core.tokens.issue({
      ...{ clientId: app.client_id, redirectUri: app.redirect_uri, scopes: ["orders:read"], state: "s" },
      ...{ merchantId: merchant.merchant_id, accountId: merchant.account_id },
    });
    const proof = { case: "clientSecret", value: app.client_secret } as const;
    const credentials = { clientId: app.client_id, proof };
    const pair = await run.core.tokens.exchange({ credentials, code, redirectUri: app.redirect_uri });
    const result = await latchkey(["tokens", "introspect"], { input: `${pair.accessToken}\n` });
    expect(result.out).toMatch(/^active +yes\nkind +access\nmerchant +harbour-coffee\n/);
    expect(result.out).not.toContain(pair.accessToken);
    expect((await latchkey(["tokens", "introspect"], { input: pair.refreshToken })).out).toBe("inactive\n");
    const json = await latchkey(["tokens", "introspect", "--refresh", "--json"], { input: pair.refreshToken });
    expect(JSON.parse(json.out)).toMatchObject({ active: true, tokenKind: "TOKEN_KIND_REFRESH" });
    expect(await latchkey(["tokens", "introspect"])).toEqual({
      status: 1,
      out: "",
      err: "latchkey: Standard input is empty; it must contain a token.\n",
    });
  });

  it("exits 0 if its pipe closes early", async () => {
    const script = `${JSON.stringify(process.execPath)} src/cli/main.ts audit list --page-size 200 --json | head -c 1`;
    expect(await start("bash", ["--norc", "-o", "pipefail", "-c", script])).toEqual({ status: 0, out: "{", err: "" });
  });
});
