import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quietWindow } from "../../support/quiet-window.ts";
import {
  credentialsOf,
  exchangeBody,
  MERCHANT,
  OWNER,
  type Platform,
  post,
  REDIRECT_URI,
  type RegisteredApp,
  startPlatform,
} from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";
import { Visitor } from "./visitor.ts";

let started: Platform;
const platform = () => started;
beforeAll(async () => {
  started = await startPlatform("all", { RATE_LIMIT_CLIENT_ADDRESS: "5", RATE_LIMIT_SIGN_IN: "10" });
});
afterAll(() => started?.stop());

const { token, refresh, install, isActive } = tokenCalls(platform);
const introspect = (text: string) =>
  post(platform(), "/oauth/introspect", { token: text }, { authorization: `Bearer ${platform().service.serviceKey}` });
const revoke = (text: string, app = platform().app) =>
  post(platform(), "/oauth/revoke", { ...credentialsOf(app), token: text });
const UNAVAILABLE = [503, "temporarily_unavailable"];
const outcome = ({ status, body }: { status: number; body: { error?: string } | null }) => [status, body?.error];

/** Makes all writes to this table fail in the given way until the test ends. */
async function breakTable(table: string, how: "disk full" | "the connection dies" | "the connection dies at commit") {
  const body =
    how === "disk full"
      ? "raise exception 'disk full' using errcode = '53100'"
      : "perform pg_terminate_backend(pg_backend_pid()); return null";
  const when =
    how === "the connection dies at commit"
      ? `create constraint trigger broken after insert or update on ${table} deferrable initially deferred for each row`
      : `create trigger broken before insert or update on ${table} for each row`;
  await platform().service.query(
    `create function broken() returns trigger language plpgsql as $$ begin ${body}; end $$; ${when} execute function broken()`,
  );
}
const mend = () => platform().service.query("drop function if exists broken() cascade");
afterEach(() => mend());

describe("storage that fails", () => {
  test.each(["disk full", "the connection dies", "the connection dies at commit"] as const)(
    "K7 RFC 6749 §4.1.2 %s during a redemption: 503, and the code works once afterwards",
    async (how) => {
      const { app, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      await breakTable("authorization_code", how);
      expect(outcome(await token(body))).toEqual(UNAVAILABLE);
      await mend();
      const answer = await token(body);
      expect(answer.status).toBe(200);
      expect(outcome(await token(body))).toEqual([400, "invalid_grant"]);
      expect(await isActive(answer.body.access_token)).toBe(false);
    },
  );

  test.each(["disk full", "the connection dies", "the connection dies at commit"] as const)(
    "T9 RFC 6749 §6 %s, three times: three times 503 with Retry-After, then the same token works",
    async (how) => {
      const { app } = platform();
      const { refresh_token, access_token } = await install();
      await breakTable("refresh_token", how);
      for (let k = 0; k < 3; k++) {
        const answer = await refresh(app, refresh_token);
        expect(outcome(answer)).toEqual(UNAVAILABLE);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      await mend();
      expect((await refresh(app, refresh_token)).status).toBe(200);
      expect(await isActive(access_token)).toBe(true);
    },
  );

  test.each(["disk full", "the connection dies", "the connection dies at commit"] as const)(
    "V4 RFC 7009 §2.2.1 %s during a revocation: 503, never 200, and the token is active until a repeated revocation",
    async (how) => {
      const { refresh_token, access_token } = await install();
      await breakTable("token_family", how);
      expect(outcome(await revoke(refresh_token))).toEqual(UNAVAILABLE);
      await mend();
      expect(await isActive(access_token)).toBe(true);
      expect((await revoke(refresh_token)).status).toBe(200);
      expect(await isActive(access_token)).toBe(false);
    },
  );

  test("I4 V4 without its tables the service responds 503, and calls nothing active, inactive or revoked", async () => {
    const { app, service } = platform();
    const { access_token, refresh_token } = await install();
    await service.query("alter table access_token rename to gone; alter table refresh_token rename to gone_too");
    try {
      const answers = [await introspect(access_token), await revoke(refresh_token), await refresh(app, refresh_token)];
      for (const answer of answers) expect(outcome(answer)).toEqual(UNAVAILABLE);
    } finally {
      await service.query("alter table gone rename to access_token; alter table gone_too rename to refresh_token");
    }
    expect(await isActive(access_token)).toBe(true);
    expect((await refresh(app, refresh_token)).status).toBe(200);
  });
});

describe("RFC 6749 §2.3.1, §10.10 guessing", { timeout: 300_000 }, () => {
  const attempt = (app: RegisteredApp, client_secret: string) =>
    token({ grant_type: "refresh_token", refresh_token: "x", client_id: app.clientId, client_secret });

  test("L6 of 40 concurrent wrong secrets five are 401 and the rest 429; the right one works", async () => {
    await quietWindow(60);
    const app = await platform().register("Guessed", REDIRECT_URI, true);
    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(app, "wrong")));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(35).fill(429)]);
    const limited = answers.find(({ status }) => status === 429)!;
    expect(limited.body.error).toBe("temporarily_unavailable");
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(outcome(await attempt(app, app.clientSecret))).toEqual([400, "invalid_grant"]);
    expect((await attempt(app, "wrong")).status).toBe(429);
    expect(outcome(await attempt(platform().otherApp, "wrong"))).toEqual([401, "invalid_client"]);
  });

  test("L6 successes are not limited and not counted as failures", async () => {
    const { app, service } = platform();
    const rows = async () => (await service.query("select count(*)::int as rows from failure_window")).rows[0].rows;
    const before = await rows();
    let { refresh_token } = await install();
    for (let round = 0; round < 20; round++) {
      const answer = await refresh(app, refresh_token);
      expect(answer.status).toBe(200);
      ({ refresh_token } = answer.body);
    }
    expect(await rows()).toBe(before);
  });

  test("C11 of 20 concurrent wrong passwords ten are rejected and ten must wait, for known and unknown email addresses", async () => {
    await quietWindow(900);
    const attemptsFor = async (email: string) => {
      const visitor = new Visitor(platform());
      const csrf_token = /name="csrf_token" value="([^"]*)"/.exec((await visitor.get("/sign-in")).html)![1]!;
      const fields = { email, password: "wrong", csrf_token };
      return Promise.all(Array.from({ length: 20 }, () => visitor.post("/sign-in", fields)));
    };
    const textsOf = async (email: string) => {
      const answers = await attemptsFor(email);
      const own = ({ html, headers }: (typeof answers)[number]) =>
        html
          .replaceAll(email, "?")
          .replaceAll(headers.get("x-request-id") ?? "-", "?")
          .replace(/name="csrf_token" value="[^"]*"/g, "")
          .replace(/\d+ (minutes?|seconds?)/g, "a while");
      return {
        waiting: answers.filter(({ headers }) => headers.has("retry-after")).length,
        texts: new Set(answers.map(own)),
        statuses: new Set(answers.map(({ status }) => status)),
      };
    };
    const [known, unknown] = [await textsOf(OWNER.email), await textsOf("nobody@shop.example")];
    expect([known.waiting, unknown.waiting]).toEqual([10, 10]);
    expect(unknown.texts).toEqual(known.texts);
    expect(unknown.statuses).toEqual(known.statuses);
  });
});

describe("many tokens", () => {
  test("V6 RFC 7009 §2.1 an uninstall with 100,000 tokens writes no token's row, and all are inactive", async () => {
    const { app, service } = platform();
    const { access_token, refresh_token } = await install();
    await service.query(`
      insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
      select uuidv7(), t.family_id, t.digest, t.scopes, t.issued_at, t.expires_at
      from access_token t, generate_series(1, 100000) where t.id = (select max(id::text)::uuid from access_token)`);
    const version = "select max(xmin::text::bigint) as newest from access_token";
    const before = (await service.query(version)).rows[0].newest;
    const body = { ...credentialsOf(app), merchant_id: MERCHANT };
    expect((await post(platform(), "/oauth/uninstall", body)).status).toBe(200);
    expect((await service.query(version)).rows[0].newest).toBe(before);
    expect(await isActive(access_token)).toBe(false);
    expect(outcome(await refresh(app, refresh_token))).toEqual([400, "invalid_grant"]);
  });
});
