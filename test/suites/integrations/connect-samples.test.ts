import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MERCHANT, type Platform, startPlatform } from "../conformance/platform.ts";
import { CONNECT_LANGUAGES, type ConnectServer, startConnectServer, visit } from "./connect-server.ts";
import { codeOn } from "./page-code.ts";
import { type AppKind, createSampleApps, type SampleApps } from "./sample-apps.ts";

let platform: Platform;
let sampleApps: SampleApps;
let directory: string;
const servers: ConnectServer[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-connect-"));
  platform = await startPlatform("all");
  sampleApps = await createSampleApps(platform);
});
afterAll(async () => {
  for (const { daemon } of servers) await daemon.kill();
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the program as a reader copies it from the page. */
async function start(language: string, kind: AppKind): Promise<ConnectServer> {
  const { clientId, clientSecret } = sampleApps.apps.get(kind)!;
  const query = new URLSearchParams({ app: clientId, code: language });
  const { html } = await sampleApps.developer.get(`/docs/authorization?${query}`);
  const code = codeOn(html, `connect-${language}`);
  const server = await startConnectServer(directory, { language, code, clientSecret });
  servers.push(server);
  return server;
}

/** The address that the program sends the browser to, and the cookie of the browser. */
async function connect({ url }: ConnectServer, query = "") {
  const response = await visit(`${url}/connect${query}`);
  const { headers } = response;
  expect(response.status).toBe(303);
  const set = headers.get("set-cookie")!;
  expect(set).toMatch(/HttpOnly/);
  expect(set).toMatch(/Secure/);
  expect(set).toMatch(/SameSite=Lax/);
  return { location: new URL(headers.get("location")!), cookie: set.split(";")[0]! };
}

/** The browser returns to the program. */
async function comeBack({ url }: ConnectServer, { pathname, search }: URL, cookie: string) {
  const response = await visit(`${url}${pathname}${search}`, cookie);
  return { status: response.status, text: (await response.text()).trim() };
}

const storedIn = ({ place }: ConnectServer) =>
  readFile(join(place, "tokens.json"), "utf8").then(JSON.parse, () => null);

describe.each(CONNECT_LANGUAGES)("the web server in %s", (language) => {
  test.each(["with a secret", "without a secret"] as const)("connects an app %s, and stores tokens", async (kind) => {
    const server = await start(language, kind);
    const { location, cookie } = await connect(server);
    const callback = await platform.consent(location);
    expect(await comeBack(server, callback, cookie)).toEqual({ status: 200, text: "The app is connected." });
    expect(await storedIn(server)).toMatchObject({
      access_token: expect.stringMatching(/^lk_at_/),
      refresh_token: expect.stringMatching(/^lk_rt_/),
      merchant_id: MERCHANT,
    });
    expect((await stat(join(server.place, "tokens.json"))).mode & 0o777).toBe(0o600);
    expect(readFileSync(server.logFile, "utf8")).not.toContain(callback.searchParams.get("code"));
  });

  test("refuses another browser, another state and another issuer, and tells a refusal", async () => {
    const server = await start(language, "with a secret");
    const { location, cookie } = await connect(server);
    location.searchParams.set("prompt", "consent");
    const callback = await platform.consent(location);
    const wrong = { status: 400, text: "The state or the issuer is wrong." };
    const other = await connect(server);
    expect(await comeBack(server, callback, "")).toEqual(wrong);
    expect(await comeBack(server, callback, other.cookie)).toEqual(wrong);
    for (const name of ["state", "iss"]) {
      const forged = new URL(callback);
      forged.searchParams.set(name, "forged");
      expect(await comeBack(server, forged, cookie)).toEqual(wrong);
    }
    other.location.searchParams.set("prompt", "consent");
    const denied = await platform.consent(other.location, "deny");
    expect(await comeBack(server, denied, other.cookie)).toEqual({ status: 403, text: "The app was not connected." });
    expect(await storedIn(server)).toBeNull();
  });

  test("passes an install token on, and only of this platform", async () => {
    const server = await start(language, "with a secret");
    const query = (iss: string) => `?${new URLSearchParams({ iss, install_token: "lk_it_one" })}`;
    const { location } = await connect(server, query(platform.service.origin));
    expect(location.searchParams.get("install_token")).toBe("lk_it_one");
    expect((await connect(server)).location.searchParams.has("install_token")).toBe(false);
    expect((await visit(`${server.url}/connect${query("https://evil.example")}`)).status).toBe(400);
  });
});
