import { describe, expect, it } from "vitest";
import { createLog } from "../../../src/observe/log.ts";

const SECRET = "hunter2-hunter2-hunter2";
const TOKEN = `lk_rt_${"9aZ".repeat(24).slice(0, 71)}`;

function logOf(readable = false): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ level: "trace", readable, destination }) };
}

describe("the log", () => {
  it("writes one JSON object per line, with level, time and fields", () => {
    const { lines, log } = logOf();
    log.child({ requestId: "r-1" }).info({ rpc: "Refresh", code: "OK", ms: 3 }, "rpc");
    const line = JSON.parse(lines.join(""));
    expect(line).toMatchObject({ level: "info", requestId: "r-1", rpc: "Refresh", code: "OK", ms: 3, msg: "rpc" });
    expect(new Date(line.time).getTime()).toBeGreaterThan(0);
  });

  it("writes a readable line on a terminal", () => {
    const { lines, log } = logOf(true);
    log.info({ port: 8080 }, "listening");
    expect(lines.join("")).toMatch(/INFO.*listening/);
    expect(lines.join("")).toMatch(/port.*8080/);
  });

  it("writes an OAuth error code on the same line", () => {
    const { lines, log } = logOf(true);
    log.info({ error: "invalid_request", status: 404 }, "refused");
    expect(lines.join("").trimEnd().split("\n")).toHaveLength(1);
    expect(lines.join("")).toMatch(/error.*invalid_request/);
  });

  it("omits lines below its level", () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", readable: false, destination: { write: (line) => void lines.push(line) } });
    log.info("no");
    log.warn("yes");
    expect(lines).toHaveLength(1);
  });

  it("describes errors with their causes, without the fields that drivers add", () => {
    const { lines, log } = logOf();
    const driver = Object.assign(new Error("duplicate key"), {
      code: "23505",
      constraint: "account_email",
      detail: `Key (email)=(${SECRET}) already exists.`,
      query: `insert into account values ('${SECRET}')`,
      parameters: [SECRET],
    });
    log.error({ err: new Error("sign-up failed", { cause: driver }) }, "failed");
    expect(lines.join("")).not.toContain(SECRET);
    expect(JSON.parse(lines.join("")).err).toMatchObject({
      type: "Error",
      message: "sign-up failed",
      cause: { code: "23505", constraint: "account_email" },
    });
  });
});

describe("S1 no secret appears in the log", () => {
  const facts: [name: string, facts: Record<string, unknown>][] = [
    ["a field with a secret's name", { password: SECRET }],
    ["in snake case", { client_secret: SECRET }],
    ["in camel case", { refreshToken: SECRET }],
    ["a header", { headers: { Authorization: `Bearer ${SECRET}`, "Set-Cookie": SECRET, cookie: SECRET } }],
    ["an array in a field with a secret's name", { token: [SECRET, { a: SECRET }] }],
    ["in a nested object", { a: { b: [{ c: { token: SECRET } }] } }],
    ["below the depth limit", { a: { b: { c: { d: { e: { f: { g: SECRET } } } } } } }],
    ["as bytes", { digest: Buffer.from(SECRET) }],
    ["a token under a harmless name", { value: TOKEN }],
    ["a token of another prefix", { value: TOKEN.replace("lk", "acme2") }],
    ["a truncated token", { value: TOKEN.slice(0, 60) }],
    ["a URL with a password", { url: `postgres://latchkey:${SECRET}@db/latchkey` }],
    ["a parameter in a URL", { url: `/cb?code=${SECRET}&state=${SECRET}` }],
    ["a form", { body: `grant_type=x&client_secret=${SECRET}` }],
    ["a header inside a text", { text: `authorization: Basic ${Buffer.from(`a:${SECRET}`).toString("base64")}` }],
    ["an error's message", { err: new Error(`bad token ${TOKEN}`) }],
    ["an error's field", { err: Object.assign(new Error("x"), { token: SECRET }) }],
  ];
  const leaks = (text: string) =>
    [
      SECRET,
      TOKEN.slice(6),
      TOKEN.slice(20, 60),
      Buffer.from(`a:${SECRET}`).toString("base64"),
      [...Buffer.from(SECRET)].join(","),
    ].filter((secret) => text.includes(secret));

  for (const readable of [false, true]) {
    it.each(facts)(`${readable ? "readable" : "JSON"}: %s`, (_name, given) => {
      const { lines, log } = logOf(readable);
      log.info(given, "line");
      expect(lines).toHaveLength(1);
      expect(leaks(lines.join(""))).toEqual([]);
    });
  }

  it("in a message, its arguments, a child's bindings, or an error as the only argument", () => {
    const { lines, log } = logOf();
    log.info(`got ${TOKEN}`);
    log.info("got %s", TOKEN);
    log.child({ password: SECRET, value: TOKEN }).info("x");
    log.error(Object.assign(new Error(`got ${TOKEN}`), { password: SECRET }));
    expect(lines).toHaveLength(4);
    expect(leaks(lines.join(""))).toEqual([]);
  });

  it("in the two errors of resources that failed to close", () => {
    const { lines, log } = logOf();
    log.error({ err: new SuppressedError(new Error(`last ${TOKEN}`), new Error("first")) }, "closing failed");
    expect(leaks(lines.join(""))).toEqual([]);
    const { err } = JSON.parse(lines.join(""));
    expect([err.error.message, err.suppressed.message]).toEqual(["last lk_rt_[redacted]", "first"]);
  });

  it("B5 redaction takes linear time, also for repeated prefixes of secrets", () => {
    const { lines, log } = logOf();
    for (const unit of ["a.", '"a', '"a":"', "a://", "Bearer a", "code=", "lk_at_", "\\"]) {
      log.info({ text: unit.repeat(200_000 / unit.length) });
    }
    expect(lines).toHaveLength(8);
  });

  it("keeps a token's type and all other fields readable", () => {
    const { lines, log } = logOf();
    log.info({ code: "ECONNREFUSED", note: TOKEN, state: "APPROVED", redirect: "https://app.example/cb?code=abc&x=1" });
    expect(JSON.parse(lines.join(""))).toMatchObject({
      code: "ECONNREFUSED",
      note: "lk_rt_[redacted]",
      state: "APPROVED",
      redirect: "https://app.example/cb?code=[redacted]&x=1",
    });
  });
});
