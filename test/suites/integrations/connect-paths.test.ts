import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { placeholdersOf } from "../../../src/web/docs/quickstart/read.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { CONNECT_LANGUAGES, type ConnectServer, startConnectServer, visit } from "./connect-server.ts";

let directory: string;
const servers: ConnectServer[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-connect-"));
});
afterAll(async () => {
  for (const { daemon } of servers) await daemon.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the program for an app with this redirect URI. */
async function start(language: string, redirectUri: string): Promise<ConnectServer> {
  const client = { ...placeholdersOf("https://login.example"), redirectUri };
  const { write } = GUIDE_PROGRAMS.connect.programs.find((program) => program.language === language)!;
  const code = write(client, MESSAGES.en.docs.samples);
  const server = await startConnectServer(directory, { language, code, clientSecret: "none" });
  servers.push(server);
  return server;
}

/** The status of a GET whose target is sent as it is. */
async function statusOf({ url }: ConnectServer, path: string): Promise<number> {
  const sent = request(url, { path }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}

describe.each(CONNECT_LANGUAGES)("the web server in %s", (language) => {
  test.each([
    { redirectUri: "https://app.example", start: "/connect", callback: "/", others: [] },
    { redirectUri: "https://app.example/connect", start: "/start", callback: "/connect", others: ["/", "/none"] },
    { redirectUri: "https://app.example/a%20b//c/", start: "/connect", callback: "/a%20b//c/", others: ["/", "/none"] },
    { redirectUri: "https://app.example//cb", start: "/connect", callback: "//cb", others: ["/", "/none"] },
    { redirectUri: "https://app.example//connect", start: "/start", callback: "//connect", others: ["/", "/none"] },
  ])("begins and ends at different paths for $redirectUri", async ({ redirectUri, start: path, callback, others }) => {
    const { url } = await start(language, redirectUri);
    const begun = await visit(url + path);
    expect(begun.status).toBe(303);
    expect(new URL(begun.headers.get("location")!).searchParams.get("redirect_uri")).toBe(redirectUri);
    const ended = await visit(`${url}${callback}?code=one&state=two`);
    expect([ended.status, (await ended.text()).trim()]).toEqual([400, "The state or the issuer is wrong."]);
    for (const other of others) expect([other, (await visit(url + other)).status]).toEqual([other, 404]);
  });

  test("survives a request target that is no URL", async () => {
    const server = await start(language, "https://app.example/callback");
    const status = await statusOf(server, "//");
    expect([status, status >= 300 && status < 500]).toEqual([status, true]);
    expect((await visit(`${server.url}/none`)).status).toBe(404);
  });
});
