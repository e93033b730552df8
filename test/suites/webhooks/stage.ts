import { createServer } from "node:net";
import pg from "pg";
import pino from "pino";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createDeliveryQuota } from "../../../src/service/limits/delivery-quota.ts";
import { createWebhookEndpoint } from "../../../src/service/webhooks/create-webhook-endpoint.ts";
import { createManagement } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { appendToOutbox } from "../../../src/store/outbox/append.ts";
import { keyCall } from "../../support/world/calls.ts";

/** A database with installations whose events the workers deliver. */
export interface Stage {
  url: string;
  installations: string[];
  /** Adds a platform-wide endpoint; returns the port of its receiver. */
  addEndpoint(): Promise<number>;
  /** Adds an event to each installation. */
  addEvents(): Promise<void>;
  /** The number of deliveries that have succeeded. */
  delivered(): Promise<number>;
  close(): Promise<void>;
}

interface StageOptions {
  directory: string;
  /** TOKEN_KEY. */
  key: string;
  installations: number;
}

export async function openStage({ directory, key, installations: count }: StageOptions): Promise<Stage> {
  const log = pino({ level: "silent" });
  const database = await startEmbedded({ dataDir: directory, log, durable: false });
  const orm = await createOrm({ url: database.url, poolSize: 4, acquireTimeoutMs: 10_000 });
  await migrate(database.url);
  const management = createManagement(orm);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => {});
  const parsed = parseKeySet(key);
  if (parsed.kind !== "keys") throw new Error("the key is invalid");
  const installations = await createInstallations(pool, count);
  return {
    url: database.url,
    installations,
    async addEndpoint() {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const quota = createDeliveryQuota(false);
      const deps = { management, keys: parsed.keys, allowLoopback: true, quota };
      await createWebhookEndpoint(deps, { clientId: null, url, description: "", eventTypes: [] }, keyCall());
      return port;
    },
    async addEvents() {
      const { statement, values } = appendToOutbox(
        installations.map((installationId) => ({ type: "installation.suspended", installationId })),
      );
      await pool.query(statement.text, values as unknown[]);
    },
    async delivered() {
      const { rows } = await pool.query(
        "select count(*)::int as count from webhook_delivery where state = 'SUCCEEDED'",
      );
      return rows[0].count;
    },
    async close() {
      await pool.end();
      await orm.close();
      await database.stop();
    },
  };
}

async function createInstallations(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with developer as (insert into account (name) values ('Ada') returning id),
    created as (
      insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes)
      select 'app_' || repeat('1', 22), id, 'APPROVED', true, 'App', '{}', '[]', '{}' from developer returning id
    ), merchants as (
      insert into merchant (id, name) select 'm' || n, 'M' from generate_series(1, $1::int) n returning id
    )
    insert into installation (app_id, merchant_id, state, granted_scopes)
    select created.id, merchants.id, 'ACTIVE', '{}' from created, merchants returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** A port that no process listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
