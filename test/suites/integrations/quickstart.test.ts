import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROGRAMS } from "../../../src/web/docs/quickstart/view.ts";
import { type Platform, type RegisteredApp, startPlatform } from "../conformance/platform.ts";
import { codeOn } from "./page-code.ts";
import { createSampleApps, type SampleApps } from "./sample-apps.ts";

let platform: Platform;
let sampleApps: SampleApps;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-quickstart-"));
  platform = await startPlatform("all");
  sampleApps = await createSampleApps(platform);
});
afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The program that a reader would copy from the page, with the secret in place of its placeholder in the shell script. */
async function programOf(code: string, { clientId, clientSecret }: RegisteredApp): Promise<string> {
  const { html } = await sampleApps.developer.get(`/docs/quickstart?${new URLSearchParams({ app: clientId, code })}`);
  return codeOn(html, "program-code").replace("lk_cs_…", clientSecret);
}

interface Run {
  status: number | null;
  output: string;
  errors: string;
}

/** Follows the redirect in a browser, as soon as the program listens. */
async function follow(callback: URL, program: ChildProcess): Promise<string> {
  while (program.exitCode === null) {
    const page = await fetch(callback).catch(() => null);
    if (page !== null) return page.text();
    await setTimeout(20);
  }
  return "The program ended without an answer to the browser.";
}

/** Runs the program, allows the access in a browser, and follows the redirect or passes its address to the program. */
async function run(command: string, secret: string, change: (callback: URL) => void): Promise<Run> {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd: directory,
    env: { ...process.env, CLIENT_SECRET: secret, GO111MODULE: "off", PYTHONUNBUFFERED: "1" },
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const errors = text(child.stderr);
  let output = "";
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (!line.startsWith(`${platform.service.origin}/oauth/authorize?`)) continue;
    const callback = await platform.consent(new URL(line));
    change(callback);
    if (callback.hostname !== "127.0.0.1" || command.startsWith("sh ")) child.stdin.end(`${callback.href}\n`);
    else expect((await follow(callback, child)).trim()).toBe("Continue in the terminal.");
  }
  return { status: await ended, output, errors: await errors };
}

describe.each(Object.entries(PROGRAMS))("the quickstart in %s", (code, program) => {
  test.each(["with a secret", "without a secret", "without refresh tokens", "on a loopback address"] as const)(
    "of an app %s runs",
    async (kind) => {
      const app = sampleApps.apps.get(kind)!;
      const { clientId, clientSecret } = app;
      await writeFile(join(directory, program.file), await programOf(code, app));
      const { status, output, errors } = await run(program.run, clientSecret, () => {});
      expect([status, errors]).toEqual([0, ""]);
      expect(output).toMatch(/access_token['"]?: ?['"]lk_at_/);
      expect(output.includes("lk_rt_")).toBe(kind !== "without refresh tokens");
      // The newest family of the app: a refresh adds a second access token to it.
      const { rows } = await platform.service.query(
        `select count(*)::int as tokens from access_token where family_id =
         (select f.id from token_family f join app a on a.id = f.app_id where a.client_id = $1 order by f.id desc limit 1)`,
        [clientId],
      );
      expect(rows).toEqual([{ tokens: kind === "without refresh tokens" ? 1 : 2 }]);
    },
  );

  test.each([
    ["state", "with a secret"],
    ["iss", "with a secret"],
    ["state", "on a loopback address"],
  ] as const)("refuses a redirect with another %s to an app %s, and prints no token", async (parameter, kind) => {
    const app = sampleApps.apps.get(kind)!;
    await writeFile(join(directory, program.file), await programOf(code, app));
    const forged = (callback: URL) => callback.searchParams.set(parameter, "forged");
    const { status, output, errors } = await run(program.run, app.clientSecret, forged);
    expect(status).not.toBe(0);
    expect(errors).toContain("The state or the issuer is wrong.");
    expect(output).toMatch(code === "curl" ? /paste the next address:\n$/ : /\S/);
    expect(output).not.toContain("lk_at_");
  });
});
