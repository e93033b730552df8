import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePorts } from "../../support/start-service.ts";
import { exchangeBody, MERCHANT, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { type Daemon, lastLines } from "../ha/programs.ts";
import { send } from "./api.ts";
import { build, packClient, selectLanguages, start } from "./languages.ts";

const LANGUAGES = selectLanguages();
let platform: Platform;
const servers = new Map<string, { daemon: Daemon; port: number }>();

beforeAll(async () => {
  await packClient();
  const directories = new Map<string, string>();
  for (const language of LANGUAGES) directories.set(language.name, await build(language));
  // Without its core, the gateway continues and answers introspections with 503.
  platform = await startPlatform("split");
  const { service } = platform;
  const settings = {
    LATCHKEY_URL: service.grpcAddress,
    INTROSPECTION_URL: `${service.origin}/oauth/introspect`,
    SERVICE_KEY: await service.createKey("tokens:introspect"),
    SECRET_KEY: "of Django",
  };
  const ports = await freePorts(LANGUAGES.length);
  for (const [at, language] of LANGUAGES.entries()) {
    const port = ports[at]!;
    const daemon = start(language, directories.get(language.name)!, { ...settings, PORT: `${port}` });
    servers.set(language.name, { daemon, port });
  }
  await Promise.all(LANGUAGES.map(({ name }) => listening(name)));
}, 1200_000);

afterAll(async () => {
  for (const { daemon } of servers.values()) await daemon.kill();
  await platform?.stop();
});

const ask = (name: string, ...headers: string[]) => send(servers.get(name)!.port, headers, { path: "/orders" });
const bearer = (token: string): [string, string] => ["authorization", `Bearer ${token}`];

async function listening(name: string): Promise<void> {
  const { child, logFile } = servers.get(name)!.daemon;
  const deadline = performance.now() + 120_000;
  for (;;) {
    const answer = await ask(name).catch(() => null);
    if (answer !== null) return;
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${name} does not answer\n${lastLines(logFile)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function tokensOf(...scopes: string[]): Promise<{ access_token: string; refresh_token: string }> {
  const code = await platform.issue(platform.app, { scopes });
  return (await post(platform, "/oauth/token", exchangeBody(platform.app, code))).body;
}

describe.each(LANGUAGES.map(({ name }) => ({ name })))("$name", ({ name }) => {
  test("a good token gets the merchant's data", async () => {
    const { access_token } = await tokensOf("orders:read", "orders:write");
    const answer = await ask(name, ...bearer(access_token));
    expect([answer.status, JSON.parse(answer.body || "null")]).toEqual([200, { merchant: MERCHANT }]);
  });

  test("without a token the answer is 401 with a challenge that names no error", async () => {
    const answer = await ask(name);
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, expect.stringMatching(/^Bearer\b/)]);
    expect(answer.headers["www-authenticate"]).not.toContain("error");
  });

  test("an unknown token, a refresh token and a revoked token are 401 with a challenge", async () => {
    const { access_token, refresh_token } = await tokensOf("orders:read");
    expect((await ask(name, ...bearer(access_token))).status).toBe(200);
    const { clientId: client_id, clientSecret: client_secret } = platform.app;
    await post(platform, "/oauth/revoke", { token: access_token, client_id, client_secret });
    await expect.poll(async () => (await ask(name, ...bearer(access_token))).status).toBe(401);
    for (const token of ["lk_at_none", refresh_token, access_token]) {
      const answer = await ask(name, ...bearer(token));
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
    }
  });

  test("a token without the scope is 403 with a challenge", async () => {
    const { access_token } = await tokensOf("products:read", "orders:write");
    const answer = await ask(name, ...bearer(access_token));
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ]);
  });
});

test("without the core, and then without the gateway, every program answers 503", async () => {
  const [seen, unseen] = [await tokensOf("orders:read"), await tokensOf("orders:read")];
  const statuses = ({ access_token }: typeof seen) =>
    Promise.all(LANGUAGES.map(async ({ name }) => [name, (await ask(name, ...bearer(access_token))).status]));
  const all = (status: number) => LANGUAGES.map(({ name }) => [name, status]);
  expect(await statuses(seen)).toEqual(all(200));
  await platform.service.stopCore();
  expect(await statuses(unseen)).toEqual(all(503));
  // The client package caches a result for at most a second.
  await expect.poll(() => statuses(seen)).toEqual(all(503));
  const [gateway] = platform.service.pids();
  process.kill(gateway!, "SIGKILL");
  await expect.poll(() => fetch(platform.service.origin).catch(() => null)).toBeNull();
  expect(await statuses(unseen)).toEqual(all(503));
});

test("each file of a recipe has at most 40 lines", async () => {
  for (const { folder } of LANGUAGES) {
    const directory = join(import.meta.dirname, "../../../docs/integrations", folder);
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const file of entries.filter((entry) => entry.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), "utf8");
      expect([file.name, text.trimEnd().split("\n").length > 40]).toEqual([file.name, false]);
    }
  }
});
