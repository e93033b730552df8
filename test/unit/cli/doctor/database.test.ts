import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Query } from "../../../../src/store/connection/query.ts";
import { createPartitions, partitionStatus } from "../../../../src/store/retention/partitions.ts";
import { openCertificates } from "../../../support/certificates.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { startFakePostgres } from "../../../support/fake-postgres.ts";
import { createLoadPlatform } from "../../../support/load/platform.ts";
import { startReplication, startServer, startTlsServer } from "../../../support/replication.ts";
import { insertKey } from "../../../support/start-service.ts";
import { type DoctorResult, doctor, findingsOf } from "./findings.ts";

/** A migrated database without a core. The server runs with fsync = off. */
let database: TestDatabase;
let pool: pg.Pool;
const query: Query = async ({ text }, values) => (await pool.query(text, [...values])).rows as never;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => {});
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
const examine = () => doctor({ DATABASE_URL: database.url });

/** The severity and the problem of each finding. */
const problemsOf = (result: DoctorResult, check: string): string[] =>
  findingsOf(result, check).map(({ severity, problem }) => `${severity}: ${problem}`);

describe("the state that cores maintain", () => {
  it("has no heartbeat before the first core, and an old one when cores are down", async () => {
    await pool.query("delete from service_heartbeat");
    expect(problemsOf(await examine(), "heartbeat")).toEqual(["problem: No core has run with this database."]);
    await pool.query("insert into service_heartbeat (id, beat_at) values (1, now() - interval '4 minutes')");
    expect(problemsOf(await examine(), "heartbeat")).toEqual([
      "problem: The last heartbeat of a core was 4 minutes ago.",
    ]);
    await pool.query("update service_heartbeat set beat_at = now()");
    expect(problemsOf(await examine(), "heartbeat")).toEqual([]);
  });

  it("lacks partitions", async () => {
    await createPartitions(query);
    expect(problemsOf(await examine(), "partitions")).toEqual([]);
    const tokens = (await partitionStatus(query)).find(({ table }) => table === "access_token")!;
    for (const { name } of tokens.partitions.slice(-2)) await pool.query(`drop table ${name}`);
    const [warning = ""] = problemsOf(await examine(), "partitions");
    expect(warning).toMatch(
      /^warning: The newest partition of access_token ends in \d+ days; normally it is five weeks/,
    );
    const later = tokens.partitions.slice(0, -2).filter(({ endsAt }) => endsAt > tokens.now + 13 * 86_400);
    for (const { name } of later) await pool.query(`drop table ${name}`);
    expect(problemsOf(await examine(), "partitions")).toEqual([
      expect.stringMatching(/^problem: The newest partition of access_token ends in \d+ (days|hours|s);/),
    ]);
    await createPartitions(query);
  });

  it("belongs to another role than that of DATABASE_URL", async () => {
    const role = `doctor_${database.url.split("_").at(-1)}`;
    await pool.query(`create role ${role} login password 'x'`);
    await pool.query(`grant select on all tables in schema public to ${role}`);
    const result = await doctor({
      DATABASE_URL: Object.assign(new URL(database.url), { username: role, password: "x" }).href,
    });
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
    expect(problemsOf(result, "partitions")).toEqual(
      ["access_token", "audit_event", "refresh_token"].map(
        (table) => `problem: The role of DATABASE_URL does not own the table ${table}.`,
      ),
    );
  });

  it("has expired rows that no core removes", async () => {
    await pool.query(
      "insert into retention_place (table_name, due_since) values ('session', now() - interval '3 hours')",
    );
    expect(problemsOf(await examine(), "cleanup")).toEqual([
      "warning: Expired rows of session have been due for removal for 3 hours.",
    ]);
    await pool.query("delete from retention_place");
    expect(problemsOf(await examine(), "cleanup")).toEqual([]);
  });

  it("has webhooks that no process delivers", async () => {
    await pool.query(
      "insert into webhook_lane (endpoint_id, due_at) values (uuidv7(), now() - interval '3 hours'), (uuidv7(), now())",
    );
    expect(problemsOf(await examine(), "webhooks")).toEqual([
      "warning: Webhooks have been due for 3 hours, and no process delivers them.",
    ]);
    await pool.query("delete from webhook_lane");
    expect(problemsOf(await examine(), "webhooks")).toEqual([]);
  });

  it("has mails that no process sends, and mails that were given up", async () => {
    await pool.query(
      `insert into job (kind, payload, state, run_at, expires_at, last_error) values
       ('invitation_mail', '{}', 'PENDING', now() - interval '3 hours', null, null),
       ('mail', '{}', 'PENDING', now() + interval '1 hour', null, null),
       ('account_link', '{}', 'FAILED', now(), now() + interval '30 days', 'SMTP_URL is not set'),
       ('account_link', '{}', 'FAILED', now(), now() + interval '20 days', 'older')`,
    );
    expect(problemsOf(await examine(), "queued mails")).toEqual([
      "problem: 1 queued mail was due for up to 3 hours and not sent by any process.",
      "warning: 1 queued mail was given up in the last day. The last reason: SMTP_URL is not set.",
    ]);
    await pool.query("delete from job");
    expect(problemsOf(await examine(), "queued mails")).toEqual([]);
  });

  it("has service keys in use that expire, and apps whose last secret retires", async () => {
    const key = async (expires: string, used = "now()") => {
      const hint = (await insertKey(pool, ["apps:read"])).slice(-4);
      await pool.query(
        `update service_key set name = $1, expires_at = now() + $1::text::interval, last_used_at = ${used} where hint = $2`,
        [expires, hint],
      );
    };
    await key("3 days 1 hour");
    await key("-1 hour");
    await key("30 days");
    // A key that nothing uses is no problem.
    await key("1 day", "null");
    await createLoadPlatform(database.url);
    const unchanged = await examine();
    await pool.query("update app_secret set retires_at = now() + interval '5 days 1 hour'");
    const result = await examine();
    const keys = [
      expect.stringMatching(
        /^problem: The service key "-1 hour" \(\S+\), used in the last seven days, expired 60 minutes ago\.$/,
      ),
      expect.stringMatching(/^warning: The service key "3 days 1 hour" .* expires in 3 days\.$/),
    ];
    expect(problemsOf(unchanged, "keys")).toEqual(keys);
    expect(problemsOf(result, "keys")).toEqual([
      ...keys,
      expect.stringMatching(/^warning: The last secret of the app ".+" retires in 5 days\.$/),
    ]);
  });
});

it("DATABASE_URL and DATABASE_DIRECT_URL lead to different databases", async () => {
  const other = await createTestDatabase();
  const result = await doctor({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: other.url });
  await other.drop();
  expect(problemsOf(result, "server")).toContain(
    "problem: DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.",
  );
  expect(problemsOf(result, "notifications")).toEqual(["warning: A notification did not arrive within 2 s."]);
});

describe("the server", () => {
  it("is a standby, or loses what it has answered", async () => {
    const { primary, standby, drop } = await startReplication();
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    await admin.query("alter role latchkey set synchronous_commit = local");
    await admin.query("alter system set synchronous_standby_names = 'standby'");
    await admin.query("select pg_reload_conf()");
    await admin.end();
    const [onStandby, onPrimary] = [
      await doctor({ DATABASE_URL: standby.url }),
      await doctor({ DATABASE_URL: primary.url }),
    ];
    const hosts = await doctor({ DATABASE_URL: standby.url.replace(/@([^/]+)/, "@$1,$1") });
    await drop();
    expect([hosts.status, problemsOf(hosts, "database")]).toEqual([
      2,
      [
        expect.stringMatching(
          /^problem: The database of DATABASE_URL failed: no host of the database URL accepts writes: /,
        ),
      ],
    ]);
    expect(problemsOf(onStandby, "server")).toContain("problem: The database is a standby.");
    expect(problemsOf(onPrimary, "server")).toEqual([
      "problem: PostgreSQL runs with fsync = off.",
      "problem: PostgreSQL runs with synchronous_commit = local for this role.",
    ]);
  });

  it("has a queue of notifications that a listener does not empty", async () => {
    const server = await startServer(["max_notify_queue_pages=64"]);
    const [listener, sender] = [
      new pg.Client({ connectionString: server.url }),
      new pg.Client({ connectionString: server.url }),
    ];
    await Promise.all([listener.connect(), sender.connect()]);
    await listener.query("listen idle");
    await listener.query("begin; select 1");
    // A page of the queue has 8 kB.
    for (let batch = 0; batch < 42; batch++)
      await sender.query("select pg_notify('idle', $1)", [`${batch} ${"x".repeat(7_900)}`]);
    const result = await doctor({ DATABASE_URL: server.url });
    await Promise.all([listener.end(), sender.end()]);
    await server.stop();
    expect(problemsOf(result, "server")).toContainEqual(
      expect.stringMatching(/^problem: The server's queue of notifications is 6\d % full\.$/),
    );
  });

  it("is older than PostgreSQL 15", async () => {
    const old = await startFakePostgres("140011");
    const result = await doctor({ DATABASE_URL: old.url });
    await old.stop();
    expect([result.status, problemsOf(result, "database")]).toEqual([
      2,
      ["problem: The database of DATABASE_URL is PostgreSQL 14.11."],
    ]);
    expect(result.text).toContain("Fix: PostgreSQL 15 or newer is needed.");
  });

  it("accepts connections and answers nothing", async () => {
    const silent = await startFakePostgres(null, { reachable: false });
    const result = await doctor({ DATABASE_URL: silent.url });
    await silent.stop();
    expect([result.status, problemsOf(result, "database")]).toEqual([
      2,
      [expect.stringMatching(/^problem: The database of DATABASE_URL failed: .*timeout/)],
    ]);
  });

  it("has a certificate that expires soon", async () => {
    const directory = await openCertificates();
    const authority = await directory.createAuthority("Test CA");
    const server = await startTlsServer(await authority.certify("postgres", { hours: 100 }));
    const url = new URL(server.url);
    for (const [name, value] of [
      ["sslmode", "verify-full"],
      ["sslrootcert", authority.certFile],
    ] as const)
      url.searchParams.set(name, value);
    const result = await doctor({ DATABASE_URL: url.href });
    await server.stop();
    await directory.remove();
    expect(problemsOf(result, "database")).toEqual([
      "warning: The certificate of the server of DATABASE_URL expires in 4 days.",
    ]);
  });

  it("is reached without TLS by an address that is not loopback", async () => {
    // Linux connects 0.0.0.0 to the same machine.
    const url = Object.assign(new URL(database.url), { hostname: "0.0.0.0" }).href;
    const [refused, allowed] = [
      await doctor({ DATABASE_URL: url }),
      await doctor({ DATABASE_URL: url, ALLOW_PLAINTEXT_DATABASE: "1" }),
    ];
    const text = "DATABASE_URL connects to another machine without verifying its certificate";
    expect([refused.status, problemsOf(refused, "database")]).toEqual([
      2,
      [expect.stringContaining(`problem: ${text}`)],
    ]);
    expect(problemsOf(allowed, "database")).toEqual([expect.stringContaining(`warning: ${text}`)]);
  });

  it("does not answer, and its password is not printed", async () => {
    const result = await doctor({ DATABASE_URL: "postgres://latchkey:hunter2@127.0.0.1:1/latchkey" });
    expect([result.status, problemsOf(result, "database")]).toEqual([
      2,
      ["problem: The database of DATABASE_URL failed: connect ECONNREFUSED 127.0.0.1:1."],
    ]);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });
});
