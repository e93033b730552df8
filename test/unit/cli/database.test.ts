import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS } from "../../../src/service/call.ts";
import { createEmptyDatabase, type EmptyDatabase } from "./empty-database.ts";
import { fieldsOf, jsonOf, type Terminal, terminalWith } from "./terminal.ts";

let database: EmptyDatabase;
let latchkey: Terminal;
beforeAll(async () => {
  database = await createEmptyDatabase();
  latchkey = terminalWith({ DATABASE_URL: database.url });
});
afterAll(() => database.drop());

describe("a new database, step by step", () => {
  it("bootstrap and feed reset require an up-to-date schema", async () => {
    expect(await latchkey("bootstrap", "--email", "op@x.example")).toEqual({
      status: 1,
      out: "",
      err: "latchkey: The schema has pending migrations. First run: latchkey migrate\n",
    });
    for (const words of [
      ["feed", "reset"],
      ["tokens", "revoke", "--everything", "--direct", "--yes"],
    ])
      expect(await latchkey(...words)).toMatchObject({ status: 1, err: expect.stringContaining("latchkey migrate") });
  });

  it("migrate --check lists pending migrations, exits 1 and changes nothing", async () => {
    for (let time = 0; time < 2; time++) {
      const result = await latchkey("migrate", "--check");
      expect(result).toEqual({
        status: 1,
        out: expect.stringMatching(/^(pending \S+\n)+\nTo apply them: latchkey migrate\n$/),
        err: "",
      });
    }
    const json = await latchkey("migrate", "--check", "--json");
    expect([json.status, JSON.parse(json.out).pending.length]).toEqual([1, expect.any(Number)]);
    expect(await database.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it("migrate --plan prints each statement of the pending migrations and changes nothing", async () => {
    const { status, out, err } = await latchkey("migrate", "--plan");
    expect([status, err]).toEqual([0, ""]);
    expect(out).toMatch(/^0001-initial \(one transaction\)\n/);
    expect(out).toContain('create table "access_token" (');
    expect(out).toContain("locks no existing table");
    expect(out).toContain("\n\nAn attempt waits for a lock for 250 ms at most");
    const { pending } = jsonOf(await latchkey("migrate", "--plan", "--json"));
    expect(pending[0]).toMatchObject({ name: "0001-initial", transaction: true });
    expect(await database.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it("migrate applies them, and does nothing the second time", async () => {
    const first = await latchkey("migrate");
    expect(first).toMatchObject({ status: 0, err: "" });
    expect(first.out).toMatch(/^(applied \S+\n)+The schema is up to date\.\n/);
    expect(first.out).toContain("latchkey bootstrap --email <email>");
    expect(await latchkey("migrate")).toEqual({ status: 0, out: "The schema is up to date.\n", err: "" });
    expect(jsonOf(await latchkey("migrate", "--json"))).toEqual({ applied: [] });
    for (const option of ["--check", "--plan"])
      expect(await latchkey("migrate", option)).toEqual({ status: 0, out: "The schema is up to date.\n", err: "" });
    expect(jsonOf(await latchkey("migrate", "--check", "--json"))).toEqual({ pending: [] });
  });

  it("O10 feed reset starts a new epoch", async () => {
    const epochs = async () => (await database.query("select epoch from feed_head")).map(({ epoch }) => epoch);
    const before = await epochs();
    const result = await latchkey("feed", "reset");
    expect(result).toMatchObject({ status: 0, err: "" });
    expect(result.out).toContain("latchkey tokens revoke --everything");
    const between = await epochs();
    expect(between).not.toEqual(before);
    const { epoch } = jsonOf(await latchkey("feed", "reset", "--json")) as { epoch: string };
    expect(await epochs()).toEqual([epoch]);
    expect(between).not.toEqual([epoch]);
    const audited = "select caller_name, detail from audit_event where action = 'feed.new_epoch' order by id";
    expect(await database.query(audited)).toEqual(
      [between[0], epoch].map((begun) => ({ caller_name: "feed reset", detail: { epoch: begun } })),
    );
  });

  it("O10 tokens revoke --direct revokes without a core, starts a new epoch and audits both", async () => {
    const [before] = await database.query("select epoch from feed_head");
    const result = await latchkey("tokens", "revoke", "--everything", "--direct", "--yes", "--json");
    const { notBefore, epoch } = jsonOf(result);
    expect(await database.query("select kind, subject_id, moment from not_before_mark")).toEqual([
      { kind: "EVERYTHING", subject_id: "", moment: new Date(notBefore) },
    ]);
    expect(await database.query("select subject, kind from revocation_event")).toEqual([
      { subject: "EVERYTHING", kind: "REVOKED" },
    ]);
    expect(await database.query("select epoch from feed_head")).toEqual([{ epoch }]);
    expect(epoch).not.toBe(before!.epoch);
    const audited = "select action from audit_event where caller_name = 'tokens revoke --direct' order by id";
    expect(await database.query(audited)).toEqual([{ action: "token.revoke_before" }, { action: "feed.new_epoch" }]);
  });

  it.each<[name: string, words: string[], says: string]>([
    ["an unknown app", ["--app", "0123456789abcdef0123456789abcdef"], "There is no such app."],
    ["an unknown merchant", ["--merchant", "absent"], "There is no such merchant."],
    ["a time to come", ["--everything", "--yes", "--before", "2999-01-01T00:00:00Z"], "must not be in the future"],
    ["no confirmation", ["--everything"], "Add --yes to confirm."],
  ])("tokens revoke --direct refuses %s and changes nothing", async (_name, words, says) => {
    const marks = "select kind, subject_id, moment from not_before_mark";
    const before = await database.query(marks);
    const { status, out, err } = await latchkey("tokens", "revoke", "--direct", ...words);
    expect([status === 0, out, err]).toEqual([false, "", expect.stringContaining(says)]);
    expect(await database.query(marks)).toEqual(before);
  });

  it("bootstrap rejects an invalid e-mail and creates nothing", async () => {
    const { status, out, err } = await latchkey("bootstrap", "--email", "nobody");
    expect([status, out]).toEqual([1, ""]);
    expect(err).toMatch(/Invalid fields:\n {2}email: E-mail must be an address/);
    expect(await database.query("select from account")).toEqual([]);
  });

  it("bootstrap creates and prints the first operator, a key that expires, and a gateway key", async () => {
    const result = await latchkey("bootstrap", "--email", "Op@x.example", "--name", "Olga", "--gateway-key");
    const { account_id, email, password, service_key, service_key_expires, gateway_key } = fieldsOf(result);
    expect(result.status).toBe(0);
    expect([email, password]).toEqual(["op@x.example", expect.stringMatching(/^.{20}$/)]);
    expect(service_key).toMatch(/^lk_sk_[0-9A-Za-z]{71}$/);
    expect(result.out).toContain("Store password, service_key and gateway_key now: they are not shown again.");
    expect(result.out).toContain("gateway_key is the SERVICE_KEY of gateways (ROLE=gateway). It does not expire");
    const accounts = await database.query("select id, name, operator, password_hash from account");
    expect(accounts).toEqual([
      { id: account_id, name: "Olga", operator: true, password_hash: expect.stringMatching(/^\$argon2id\$/) },
    ]);
    expect(result.out).toContain("Create a key with fewer permissions for each service, then revoke service_key:");
    const keys = await database.query("select permissions, hint, expires_at from service_key order by id");
    expect(keys).toEqual([
      {
        permissions: PERMISSIONS.filter((permission) => permission !== "web:act"),
        hint: service_key!.slice(-4),
        expires_at: expect.any(Date),
      },
      { permissions: ["tokens:forward", "web:act"], hint: gateway_key!.slice(-4), expires_at: null },
    ]);
    const inDays = (Date.parse(service_key_expires!) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(89);
    expect(inDays).toBeLessThan(91);
  });

  it("bootstrap fails if there is an operator", async () => {
    for (const email of ["op@x.example", "other@x.example"]) {
      const { status, out, err } = await latchkey("bootstrap", "--email", email, "--json");
      expect([status, out, err]).toEqual([1, "", expect.stringContaining("There is an operator already.")]);
    }
    expect(await database.query("select from service_key")).toHaveLength(2);
  });
});

describe("an unusable database is reported in a sentence without its password", () => {
  it.each<[name: string, env: () => Record<string, string>, says: RegExp]>([
    ["no setting", () => ({}), /No database is configured\. Set DATABASE_URL, such as postgres:/],
    ["an empty setting", () => ({ DATABASE_URL: "" }), /No database is configured/],
    ["a DATABASE_URL that is no URL", () => ({ DATABASE_URL: "hunter2" }), /DATABASE_URL must be a PostgreSQL URL/],
    ["another scheme", () => ({ DATABASE_URL: "mysql://u:hunter2@db/x" }), /DATABASE_URL must be a PostgreSQL URL/],
    ["no database name", () => ({ DATABASE_URL: "postgres://u:hunter2@db/" }), /DATABASE_URL must be a PostgreSQL URL/],
    [
      "a closed port",
      () => ({ DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" }),
      /of DATABASE_URL failed: connect ECONNREFUSED/,
    ],
    [
      "an unknown host",
      () => ({ DATABASE_URL: "postgres://u:hunter2@db.invalid/x?sslmode=verify-full" }),
      /of DATABASE_URL failed: getaddrinfo/,
    ],
    [
      "plain text over a network",
      () => ({ DATABASE_URL: "postgres://u:hunter2@db.invalid/x" }),
      /DATABASE_URL connects to another machine without verifying its certificate.*\n.*ALLOW_PLAINTEXT_DATABASE=1/,
    ],
    [
      "plain text over a network, allowed",
      () => ({ DATABASE_URL: "postgres://u:hunter2@db.invalid/x", ALLOW_PLAINTEXT_DATABASE: "1" }),
      /of DATABASE_URL failed: getaddrinfo/,
    ],
    [
      "a wrong password",
      () => ({ DATABASE_URL: withPassword("hunter2") }),
      /of DATABASE_URL failed: password authentication failed/,
    ],
    [
      "no password",
      () => ({ DATABASE_URL: withPassword("") }),
      /asks for a password, and the URL has none: add it to the URL .*, or set PGPASSWORD/,
    ],
    [
      "a missing database",
      () => ({ DATABASE_URL: `${database.url}_x` }),
      /of DATABASE_URL failed: database ".*_x" does not exist/,
    ],
  ])("%s", async (_name, env, says) => {
    for (const words of [["migrate"], ["migrate", "--check"], ["bootstrap", "--email", "op@x.example"]]) {
      const { status, out, err } = await terminalWith(env())(...words);
      expect([words, status, out]).toEqual([words, 1, ""]);
      expect(err).toMatch(says);
      expect(err).not.toContain("hunter2");
      expect(err).not.toMatch(/\n {4}at /);
    }
  });

  it("no command creates a missing database", async () => {
    const url = `${database.url}_typo`;
    for (const words of [["migrate", "--check"], ["migrate"], ["bootstrap", "--email", "op@x.example"]]) {
      expect((await terminalWith({ DATABASE_URL: url })(...words)).err).toContain("does not exist");
    }
    expect(await database.query("select from pg_database where datname like '%_typo'")).toEqual([]);
  });

  it("DATABASE_DIRECT_URL takes precedence, so that migrations bypass a pooler", async () => {
    const both = terminalWith({ DATABASE_URL: "postgres://pooler.invalid/x", DATABASE_DIRECT_URL: database.url });
    expect((await both("migrate", "--check")).status).toBe(0);
  });

  it("DATABASE_URL_FILE and DATABASE_DIRECT_URL_FILE name files with the URLs", async () => {
    const directory = mkdtempSync(join(tmpdir(), "latchkey-cli-"));
    const file = join(directory, "url");
    writeFileSync(file, `${database.url}\n`);
    const check = async (env: Record<string, string>) => terminalWith(env)("migrate", "--check");
    expect(await check({ DATABASE_URL_FILE: file })).toMatchObject({ status: 0, err: "" });
    const direct = { DATABASE_URL: "postgres://pooler.invalid/x", DATABASE_DIRECT_URL_FILE: file };
    expect(await check(direct)).toMatchObject({ status: 0, err: "" });
    expect((await check({ DATABASE_URL_FILE: `${file}-absent` })).err).toContain(
      "DATABASE_URL_FILE must be the path of a readable file (ENOENT)",
    );
    expect((await check({ DATABASE_URL_FILE: file, DATABASE_URL: database.url })).err).toContain(
      "DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.",
    );
    rmSync(directory, { recursive: true });
  });
});

function withPassword(password: string): string {
  return Object.assign(new URL(database.url), { password }).href;
}
