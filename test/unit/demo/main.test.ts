import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { ROOT } from "../../suites/start/latchkey.ts";
import { findPorts } from "../../suites/start/ports.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { readProcessTable } from "../../support/process-table.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useDemoStage } from "../app/demo-stage.ts";

// Starts processes and services, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const stage = useDemoStage();
const run = perFile(() => stage.start());
const directories: string[] = [];
afterEach(() => directories.splice(0).forEach((directory) => void rmSync(directory, { recursive: true })));

/** A data directory with this demo.json only. */
function directoryWith(demo: DemoFile | string | null): string {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
  directories.push(directory);
  const text = typeof demo === "string" ? demo : JSON.stringify(demo);
  if (demo !== null) writeFileSync(join(directory, "demo.json"), text);
  return directory;
}

function start(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["src/demo/main.ts", ...words], {
    cwd: ROOT,
    env: { ...childEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (heard.out += chunk));
  child.stderr.on("data", (chunk) => (heard.err += chunk));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...heard }));
  return { child, ended };
}

describe("npm run demo", () => {
  it("prints its usage and exits 0", async () => {
    for (const words of [[], ["--headless", "--help"]]) {
      const { code, out } = await start(words).ended;
      expect([code, out]).toEqual([0, expect.stringContaining("npm run demo -- --headless")]);
    }
  });

  it("exits 2 with its usage for unknown arguments", async () => {
    for (const words of [["--headful"], ["--headless", "now"]]) {
      const { code, err, out } = await start(words).ended;
      expect([words, code, out, err]).toEqual([words, 2, "", expect.stringContaining("--headless")]);
    }
  });

  it("--headless uses the running service of DATA_DIR and keeps it running", async () => {
    const { code, out, err } = await start(["--headless"], { DATA_DIR: stage.dataDir }).ended;
    expect([code, err]).toEqual([0, ""]);
    expect(out).not.toContain("starting one");
    expect(out).toMatch(/^ 1\. signed in as .*\n12\. .*says inactive\nAll steps succeeded\.\n$/s);
    expect((await fetch(`${run.demo.urls.connect}/readyz`)).status).toBe(200);
  });

  it("exits 1 and names the failed step", async () => {
    const { app } = run.demo;
    const client_secret = `${app.client_secret.slice(0, -6)}000000`;
    const { code, out, err } = await start(["--headless"], {
      DATA_DIR: directoryWith({ ...run.demo, app: { ...app, client_secret } }),
    }).ended;
    expect(code).toBe(1);
    expect(out).toContain(" 4. the merchant approves");
    expect(out).not.toContain(" 5. ");
    expect(err).toMatch(/^Failed: Exchange the code for tokens: 401 invalid_client .*\n$/);
    expect(out + err).not.toContain(client_secret.slice(0, 20));
  });

  it("exits 1 with the service's error if the service does not start", async () => {
    const { code, out, err } = await start(["--headless"], { DATA_DIR: directoryWith(null), HTTP_PORT: "no" }).ended;
    expect([code, out]).toEqual([1, expect.stringContaining("starting one …")]);
    expect(err).toContain('HTTP_PORT must be a port, a whole number from 1 to 65535, not "no".');
  });

  it("exits 1 with an error for a malformed demo.json", async () => {
    const { code, err } = await start(["--headless"], { DATA_DIR: directoryWith("{}") }).ended;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^\S+demo\.json is not a valid demo file: urls is missing\./),
    ]);
  });

  it("does not use another service on the same ports", async () => {
    const other = createServer((request, response) => {
      response.writeHead(request.url === "/readyz" ? 200 : 401).end();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const connect = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const DATA_DIR = directoryWith({ ...run.demo, urls: { ...run.demo.urls, connect } });
    const { code, out } = await start(["--headless"], { DATA_DIR, HTTP_PORT: "no" }).ended;
    expect([code, out]).toEqual([1, expect.stringContaining("No service is running in")]);
    other.close();
  });

  it.each(["SIGTERM", "SIGINT"] as const)("%s stops the service that it has started", async (signal) => {
    const DATA_DIR = directoryWith(null);
    const { child, ended } = start(["--headless"], { DATA_DIR, ...(await findPorts()) });
    const ofIt = () => readProcessTable().filter(({ parent, pid }) => parent === child.pid || pid === child.pid);
    await expect.poll(() => ofIt().length).toBe(2);
    const pids = ofIt().map(({ pid }) => pid);
    child.kill(signal);
    expect((await ended).code).toBe(signal === "SIGINT" ? 130 : 143);
    expect(readProcessTable().filter(({ pid }) => pids.includes(pid))).toEqual([]);
  });
});
