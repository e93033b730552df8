import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { createStage } from "./cleanup.ts";
import { readDemo } from "./latchkey.ts";
import { findPorts } from "./ports.ts";

const stage = createStage();

interface Pair {
  access_token: string;
  refresh_token: string;
}

async function send(url: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  const answer = await fetch(url, { ...options, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

/** The requests of the demo app and of the platform. */
function callsOf({ urls, app, merchant, service_key }: DemoFile) {
  const { client_id, client_secret, redirect_uri, scopes } = app;
  const authorization = `Bearer ${service_key}`;
  const token = (grant: Record<string, string>) =>
    send(`${urls.http}/oauth/token`, { ...grant, client_id, client_secret });
  return {
    async install(): Promise<Pair> {
      const request = { clientId: client_id, redirectUri: redirect_uri, scopes: scopes.slice(0, 1), state: "s" };
      const who = { merchantId: merchant.merchant_id, accountId: merchant.account_id };
      const url = `${urls.connect}/latchkey.v1.TokenService/Issue`;
      const { body } = await send(url, { ...request, ...who }, { authorization });
      return (await token({ grant_type: "authorization_code", code: body.code, redirect_uri })).body;
    },
    refresh: (refresh_token: string) => token({ grant_type: "refresh_token", refresh_token }),
    revoke: (text: string) => send(`${urls.http}/oauth/revoke`, { token: text, client_id, client_secret }),
    async isActive(text: string): Promise<boolean> {
      const request = { token: text, consistency: "CONSISTENCY_FULLY_CONSISTENT" };
      const url = `${urls.connect}/latchkey.v1.TokenService/Introspect`;
      return (await send(url, request, { authorization })).body.active;
    },
  };
}

it("V7 T8 RFC 7009 §2.2, RFC 9700 §4.14.2 confirmed changes survive kill -9 of service and database, and reuse is still detected", async () => {
  const dataDir = stage.directory();
  const env = { DATA_DIR: dataDir, REFRESH_RETRY_WINDOW: "0", ...(await findPorts()) };
  const before = stage.start({ env, node: ["src/main.ts"] });
  await before.ready();
  const first = callsOf(readDemo(dataDir));
  const [byAccess, byRefresh, kept] = [await first.install(), await first.install(), await first.install()];
  const second = (await first.refresh(kept.refresh_token)).body as Pair;
  const rotated = (await first.refresh(second.refresh_token)).body as Pair;
  const answers = [await first.revoke(byAccess.access_token), await first.revoke(byRefresh.refresh_token)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);

  const [postmaster] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
  for (const pid of [Number(postmaster), before.child.pid!]) process.kill(pid, "SIGKILL");
  expect(await before.ended()).toBe("SIGKILL");

  const after = stage.start({ env, node: ["src/main.ts"] });
  await after.ready();
  const again = callsOf(readDemo(dataDir));
  for (const ended of [byAccess.access_token, byRefresh.access_token]) expect(await again.isActive(ended)).toBe(false);
  expect((await again.refresh(byRefresh.refresh_token)).body.error).toBe("invalid_grant");
  for (const standing of [kept.access_token, rotated.access_token]) expect(await again.isActive(standing)).toBe(true);
  expect((await again.refresh(kept.refresh_token)).body.error).toBe("invalid_grant");
  expect(await again.isActive(rotated.access_token)).toBe(false);
});
