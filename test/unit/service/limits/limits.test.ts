import { createHash } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../../src/oauth/failure-limit.ts";
import type { Attempt } from "../../../../src/service/limits/attempt-rules.ts";
import { type LimitWindows, toLimitWindows } from "../../../../src/service/limits/failure-limits.ts";
import { createLimits, type Limits } from "../../../../src/service/limits/limits.ts";
import type { PasswordQueueLimits } from "../../../../src/service/limits/password-queue.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { LONG } from "../../../support/world/world.ts";

const WINDOWS: LimitWindows = {
  appAndAddress: { failures: 60, window: LONG },
  address: { failures: 300, window: LONG },
  appAlert: { failures: 20, window: LONG },
  signIn: { ...DEFAULT_LIMITS.signIn, window: LONG },
  signInAccount: { failures: 30, window: LONG },
  signInAddress: { failures: 25, window: LONG },
  secondFactor: { failures: 20, window: 3_600 },
};
/** Longer than a test: a throttled key runs once. */
const NEVER_MS = 3_600_000;
const throttle = (ms: number) => ({ account: ms, address: ms });

let database: TestDatabase;
let orm: MikroORM;
let lines: Record<string, unknown>[];
let limits: Limits;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
});

afterAll(async () => {
  await orm.close();
  await database.drop();
});

beforeEach(async () => {
  await orm.em.fork().execute("delete from failure_window");
  lines = [];
  limits = replica();
});

function replica(
  windows: Partial<LimitWindows> | null = {},
  queueLimits: Partial<PasswordQueueLimits> = { throttleMs: throttle(1) },
): Limits {
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  return createLimits({
    management: createManagement(orm),
    log,
    windows: windows && { ...WINDOWS, ...windows },
    queueLimits,
  });
}

async function countWindows(): Promise<number> {
  const [row] = await orm.em.fork().execute<{ count: number }[]>("select count(*)::int as count from failure_window");
  return row!.count;
}

const many = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const from = (address: string | null, clientId: string | null = "app_one") => ({ clientId, address });

test("L6 failure 61 of an app from one address in a minute is refused with Retry-After", async () => {
  for (let n = 0; n < 60; n++) expect(await limits.countAppFailure(from("192.0.2.1"))).toEqual({ kind: "allow" });
  const refused = await limits.countAppFailure(from("192.0.2.1"));
  expect(refused.kind).toBe("refuse");
  expect(refused.kind === "refuse" && refused.retryAfter).toSatisfy(
    (seconds: number) => seconds >= 1 && seconds <= LONG,
  );
});

test("L6 of 100 concurrent failures at two replicas 60 are allowed and 40 refused", async () => {
  const replicas = [limits, replica()];
  const answers = await many(100, (n) => replicas[n % 2]!.countAppFailure(from("192.0.2.1")));
  expect(answers.filter(({ kind }) => kind === "allow")).toHaveLength(60);
});

test("L6 failures of many apps from one address are refused above the address limit; other addresses are not", async () => {
  const answers = await many(320, (n) => limits.countAppFailure(from("192.0.2.1", `app_${n}`)));
  expect(answers.filter(({ kind }) => kind === "allow")).toHaveLength(300);
  expect(await limits.countAppFailure(from("192.0.2.2", "app_1"))).toEqual({ kind: "allow" });
});

test("an app that fails from many addresses logs one alert and is not refused", async () => {
  const answers = await many(50, (n) => limits.countAppFailure(from(`192.0.2.${n}`)));
  expect(answers.every(({ kind }) => kind === "allow")).toBe(true);
  expect(lines).toMatchObject([{ clientId: "app_one", failures: 20 }]);
});

test("an IPv6 client counts by its /64, and an IPv4 address in IPv6 form as IPv4", async () => {
  const one = replica({ appAndAddress: { failures: 1, window: LONG } });
  expect((await one.countAppFailure(from("2001:db8:0:1::1"))).kind).toBe("allow");
  expect((await one.countAppFailure(from("2001:DB8::1:ffff:0:0:9"))).kind).toBe("refuse");
  expect((await one.countAppFailure(from("2001:db8:0:2::1"))).kind).toBe("allow");
  expect((await one.countAppFailure(from("192.0.2.1"))).kind).toBe("allow");
  for (const address of ["::ffff:192.0.2.1", "::ffff:c000:201", "64:ff9b::192.0.2.1", "64:ff9b::c000:201"])
    expect((await one.countAppFailure(from(address))).kind).toBe("refuse");
  expect((await one.countAppFailure(from("64:ff9b::192.0.2.2"))).kind).toBe("allow");
});

test("without an address nothing is refused", async () => {
  const answers = await many(100, () => limits.countAppFailure(from(null)));
  expect(answers.every(({ kind }) => kind === "allow")).toBe(true);
  expect(await limits.countAppFailure(from(null, null))).toEqual({ kind: "allow" });
});

const by = (subject: string, address: string | null, knownBy: string | null = null): Attempt => ({
  subject,
  knownBy,
  call: { address, requestId: "test" },
});
const alice = by("alice@example.com", "192.0.2.1");
const wrong = async () => null;
const right = async () => "alice";

test("C11 of 100 concurrent wrong passwords exactly 10 are verified", async () => {
  let tried = 0;
  const tries = async () => {
    tried++;
    return null;
  };
  const outcomes = await many(100, () => limits.attemptSignIn(alice, tries));
  expect(tried).toBe(10);
  expect(outcomes.filter(({ kind }) => kind === "failed")).toHaveLength(10);
  expect(outcomes.filter(({ kind }) => kind === "rejected")).toHaveLength(90);
});

test("C11 above the limit the correct password is not verified either", async () => {
  await many(10, () => limits.attemptSignIn(alice, wrong));
  const outcome = await limits.attemptSignIn(alice, right);
  expect(outcome.kind).toBe("rejected");
  expect(await limits.attemptSignIn(by("bob@example.com", "192.0.2.1"), right)).toEqual({
    kind: "passed",
    value: "alice",
  });
});

test("a success is refused if another replica exhausted the limit meanwhile", async () => {
  const outcome = await limits.attemptSignIn(alice, async () => {
    await many(10, () => replica().attemptSignIn(alice, wrong));
    return "alice";
  });
  expect(outcome.kind).toBe("rejected");
});

test("100 concurrent correct passwords pass and write nothing", async () => {
  const outcomes = await many(100, () => limits.attemptSignIn(alice, right));
  expect(outcomes.every(({ kind }) => kind === "passed")).toBe(true);
  expect(await countWindows()).toBe(0);
});

test("failures from another address do not lock an account out, nor do they lock other accounts at the same address", async () => {
  await many(10, () => limits.attemptSignIn(alice, wrong));
  expect((await limits.attemptSignIn(by("alice@example.com", "192.0.2.2"), right)).kind).toBe("passed");
  expect((await limits.attemptSignIn(alice, right)).kind).toBe("rejected");
});

/** Failures up to the account limit, at most ten from an address. */
async function exhaustAccount(addressOf: (n: number) => string, count = 30) {
  for (let n = 0; n < count; n++) await limits.attemptSignIn(by("alice@example.com", addressOf(n)), wrong);
}

test("failures from many addresses throttle unknown browsers, but do not refuse the correct password", async () => {
  await exhaustAccount((n) => `192.0.2.${n % 10}`);
  expect((await limits.attemptSignIn(by("alice@example.com", "192.0.2.99"), right)).kind).toBe("passed");
  expect((await limits.attemptSignIn(by("alice@example.com", "192.0.2.99", "session"), right)).kind).toBe("passed");
});

test("above the account limit attempts from all addresses are throttled together; a known browser is not", async () => {
  await exhaustAccount((n) => `192.0.2.${n % 10}`);
  const slow = replica({}, { throttleMs: { account: NEVER_MS, address: 1 } });
  expect((await slow.attemptSignIn(by("alice@example.com", "192.0.2.98"), wrong)).kind).toBe("failed");
  let tried = 0;
  const gone = new AbortController();
  const call = { address: "192.0.2.99", requestId: "test", signal: gone.signal };
  const next = slow.attemptSignIn({ subject: "alice@example.com", knownBy: null, call }, async () => ++tried);
  await expect.poll(() => slow.stats.queued).toBe(1);
  expect((await slow.attemptSignIn(by("alice@example.com", "192.0.2.99", "session"), right)).kind).toBe("passed");
  expect((await slow.attemptSignIn(by("bob@example.com", "192.0.2.99"), right)).kind).toBe("passed");
  gone.abort();
  expect([(await next).kind, tried]).toEqual(["rejected", 0]);
});

test("above the account limit an address without failures runs before networks with failures", async () => {
  await exhaustAccount((n) => `2001:db8:0:${n.toString(16)}::1`);
  const slow = replica({}, { throttleMs: throttle(1), concurrency: 1 });
  const order: string[] = [];
  const allQueued = Promise.withResolvers<void>();
  const attack = (n: number) =>
    slow.attemptSignIn(by("alice@example.com", `2001:db8:0:f${n.toString(16)}::1`), async () => {
      order.push("attack");
      await allQueued.promise;
      return null;
    });
  const first = attack(0);
  await expect.poll(() => order).toEqual(["attack"]);
  const owner = slow.attemptSignIn(by("alice@example.com", "198.51.100.7"), async () => order.push("owner"));
  await expect.poll(() => slow.stats.queued).toBe(1);
  const attacks = many(10, (n) => attack(n + 1));
  await expect.poll(() => slow.stats.queued).toBe(11);
  allQueued.resolve();
  expect((await owner).kind).toBe("passed");
  expect(order.slice(0, 2)).toEqual(["attack", "owner"]);
  await Promise.all([first, attacks]);
});

test("concurrent attempts from many addresses do not exceed the account limit", async () => {
  const outcomes = await many(60, (n) => limits.attemptSignIn(by("alice@example.com", `192.0.2.${n}`), wrong));
  expect(outcomes.filter(({ kind }) => kind === "failed")).toHaveLength(30);
  const late = await limits.attemptSignIn(by("bob@example.com", "192.0.2.99"), async () => {
    await many(30, (n) => replica().attemptSignIn(by("bob@example.com", `192.0.2.${n}`), wrong));
    return "bob";
  });
  expect(late).toEqual({ kind: "rejected", retryAfter: 2 });
});

test("an account that signs in continuously with twelve sessions does not delay others", async () => {
  const busy = replica({}, { concurrency: 1, throttleMs: throttle(NEVER_MS) });
  const attacking = new AbortController();
  const { signal } = attacking;
  let ran = 0;
  const work = async () => {
    ran += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return "mallory";
  };
  const hammer = async (n: number) => {
    const call = { address: "192.0.2.66", requestId: "test", signal };
    while (!signal.aborted) {
      await busy.attemptSignIn({ subject: "mallory@example.com", knownBy: `session ${n}`, call }, work);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const attack = many(12, hammer);
  await expect.poll(() => busy.stats.queued).toBeGreaterThan(5);
  for (let n = 0; n < 5; n++) {
    expect((await busy.attemptSignIn(by(`${n}@example.com`, "198.51.100.7"), work)).kind).toBe("passed");
    expect((await busy.attemptSignIn(by(`${n}@example.com`, "198.51.100.7", "own"), work)).kind).toBe("passed");
    expect(await busy.hash(alice.call, work)).toBe("mallory");
  }
  // Ten at full speed, one before the pause, and the fifteen of the others.
  expect(ran).toBeLessThanOrEqual(26);
  attacking.abort();
  await attack;
});

test("C11 a known browser has ten attempts of its own", async () => {
  const known = by("alice@example.com", "192.0.2.1", "session");
  for (let n = 0; n < 10; n++) expect((await limits.attemptSignIn(known, wrong)).kind).toBe("failed");
  expect((await limits.attemptSignIn(known, right)).kind).toBe("rejected");
  expect((await limits.attemptSignIn(by("alice@example.com", "192.0.2.1", "other"), right)).kind).toBe("passed");
  expect((await limits.attemptSignIn(alice, right)).kind).toBe("passed");
});

test("an address above its limit is throttled, but a correct password is not refused", async () => {
  for (let n = 0; n < 25; n++) await limits.attemptSignIn(by(`${n}@example.com`, "192.0.2.9"), wrong);
  for (let n = 25; n < 27; n++) {
    expect((await limits.attemptSignIn(by(`${n}@example.com`, "192.0.2.9"), wrong)).kind).toBe("failed");
    expect((await limits.attemptSignIn(by("alice@example.com", "192.0.2.9"), right)).kind).toBe("passed");
  }
});

test("an address above its limit runs one attempt at a time with a pause; others do not wait", async () => {
  for (let n = 0; n < 25; n++) await limits.attemptSignIn(by(`${n}@example.com`, "192.0.2.9"), wrong);
  const slow = replica({}, { throttleMs: throttle(NEVER_MS) });
  let tried = 0;
  const first = await slow.attemptSignIn(by("25@example.com", "192.0.2.9"), wrong);
  const gone = new AbortController();
  const call = { address: "192.0.2.9", requestId: "test", signal: gone.signal };
  const second = slow.attemptSignIn({ subject: "26@example.com", knownBy: null, call }, async () => ++tried);
  await expect.poll(() => slow.stats.queued).toBe(1);
  expect((await slow.attemptSignIn(alice, right)).kind).toBe("passed");
  expect((await slow.attemptSignIn(by("alice@example.com", "192.0.2.9", "session"), right)).kind).toBe("passed");
  gone.abort();
  expect([first.kind, (await second).kind, tried]).toEqual(["failed", "rejected", 0]);
});

test("1,500 concurrent attempts from as many addresses do not delay a correct password", async () => {
  let flooded = 0;
  const allQueued = Promise.withResolvers<void>();
  const flood = many(1_500, (n) =>
    limits.attemptSignIn(by(`${n}@example.com`, `10.0.${n >> 8}.${n & 255}`), async () => {
      flooded++;
      await allQueued.promise;
      return null;
    }),
  );
  const { stats } = limits;
  const attempts = () => flooded + stats.queued + Object.values(stats.rejected).reduce((sum, count) => sum + count, 0);
  await expect.poll(attempts).toBe(1_500);
  let before = Number.POSITIVE_INFINITY;
  const owner = limits.attemptSignIn(alice, async () => {
    before = flooded;
    return "alice";
  });
  await expect.poll(attempts).toBe(1_501);
  allQueued.resolve();
  expect((await owner).kind).toBe("passed");
  expect(before).toBeLessThan(100);
  const outcomes = await flood;
  expect(outcomes.every(({ kind }) => kind === "failed" || kind === "rejected")).toBe(true);
});

test("taken e-mails of sign-ups count up to the address limit, separately from failed sign-ins", async () => {
  for (let n = 0; n < 26; n++) await limits.attemptSignIn(by(`${n}@example.com`, "192.0.2.9", "known"), wrong);
  for (let n = 0; n < 25; n++)
    expect((await limits.attemptSignUp(by(`${n}@example.com`, "192.0.2.9"), wrong)).kind).toBe("failed");
  expect((await limits.attemptSignUp(by("new@example.com", "192.0.2.9"), right)).kind).toBe("rejected");
  expect((await limits.attemptSignIn(by("new@example.com", "192.0.2.9"), right)).kind).toBe("passed");
});

test("logs each failure with address and account digest, and a lockout once", async () => {
  await many(30, () => limits.attemptSignIn(alice, wrong));
  const digest = createHash("sha256").update("alice@example.com").digest("hex").slice(0, 32);
  const facts = { requestId: "test", address: "192.0.2.1", account: digest };
  expect(lines.filter(({ msg }) => msg === "sign-in failed")).toEqual(
    Array.from({ length: 10 }, () => expect.objectContaining(facts)),
  );
  expect(lines.filter(({ msg }) => msg === "sign-in locked out")).toMatchObject([{ ...facts, scope: "client" }]);
  expect(limits.stats).toMatchObject({ failures: 10, lockouts: { client: 1, account: 0 } });
  expect(JSON.stringify(lines)).not.toContain("alice");
});

test("failures from many addresses lock the account out once", async () => {
  for (let n = 0; n < 40; n++) await limits.attemptSignIn(by("alice@example.com", `192.0.2.${n}`), wrong);
  expect(limits.stats).toMatchObject({ failures: 40, lockouts: { client: 0, account: 1 } });
});

test("an exception during verification is no failure, and the next attempt runs", async () => {
  const broken = limits.attemptSignIn(alice, async () => Promise.reject(new Error("no memory")));
  const next = limits.attemptSignIn(alice, right);
  await expect(broken).rejects.toThrow("no memory");
  expect(await next).toEqual({ kind: "passed", value: "alice" });
  expect(await countWindows()).toBe(0);
});

test("a database error rejects all waiting calls, and the next failure counts", async () => {
  await orm.em.fork().execute("alter table failure_window rename to gone");
  const answers = await Promise.allSettled(Array.from({ length: 3 }, () => limits.countAppFailure(from("192.0.2.1"))));
  await orm.em.fork().execute("alter table gone rename to failure_window");
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
  expect(await limits.countAppFailure(from("192.0.2.1"))).toEqual({ kind: "allow" });
});

test("the table contains no e-mail and no client id", async () => {
  await limits.attemptSignIn(alice, wrong);
  await limits.countAppFailure(from("192.0.2.1"));
  const rows = await orm.em.fork().execute<{ key: string }[]>("select key from failure_window");
  expect(rows.map(({ key }) => key).join()).not.toMatch(/alice|app_one/);
});

test("RATE_LIMITS=off counts and refuses nothing", async () => {
  const off = replica(null);
  expect((await many(100, () => off.countAppFailure(from("192.0.2.1")))).every(({ kind }) => kind === "allow")).toBe(
    true,
  );
  expect((await many(20, () => off.attemptSignIn(alice, wrong))).every(({ kind }) => kind === "failed")).toBe(true);
  expect(await off.attemptSignIn(alice, right)).toEqual({ kind: "passed", value: "alice" });
  expect(await countWindows()).toBe(0);
});

test("the configured limits apply to a minute and to 15 minutes", () => {
  expect(toLimitWindows({ appAndAddressPerMinute: 6, addressPerMinute: 7, signInPerQuarterHour: 8 })).toEqual({
    appAndAddress: { failures: 6, window: 60 },
    address: { failures: 7, window: 60 },
    appAlert: { failures: 60, window: 60 },
    signIn: { failures: 8, window: 900 },
    signInAccount: { failures: 80, window: 900 },
    signInAddress: { failures: 80, window: 900 },
    secondFactor: { failures: 16, window: 3_600 },
  });
});
