import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { dropEvents, readFeed } from "../../../../src/store/feed/feed-page.ts";
import { createTokenStore } from "../../../../src/store/tokens/token-store.ts";
import { LONG_TIMEOUT_POOL, LONG_TIMEOUT_STORE } from "../../../support/long-timeouts.ts";
import { createTokenOperations } from "../../../support/token-operations.ts";
import { createCall, reasonOf } from "../../../support/world/tokens.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

interface Prepared {
  name: string;
  parameters: number;
  generic_plans: string;
  custom_plans: string;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

let world: World;
/** A single connection, on which every statement is prepared. */
let pools: ConnectionPools;
let prepared: Prepared[];
beforeAll(async () => {
  world = await createWorld();
  const single = createConnectionPools({ url: world.url, size: 1, reserved: 0, ...LONG_TIMEOUT_POOL });
  pools = { ...single, reserved: single.ordinary };
  await liveThrough();
  prepared = await withClient(async (client) => {
    const text = `select name, cardinality(parameter_types) as parameters, generic_plans, custom_plans
      from pg_prepared_statements order by name`;
    return (await client.query<Prepared>(text)).rows;
  });
});
afterAll(async () => {
  await pools?.end();
  await world?.close();
});

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pools.ordinary.acquire();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Runs each token operation twice on nearly empty tables. */
async function liveThrough(): Promise<void> {
  const store = createTokenStore(pools, world.deps.tokens.log, LONG_TIMEOUT_STORE);
  const tokens = createTokenOperations({ ...world.deps.tokens, store });
  const here = { ...world, tokens };
  for (let times = 0; times < 2; times++) {
    const { app, merchant, pair } = await here.install();
    const second = await tokens.refreshWith(app, pair.refreshToken);
    await tokens.refreshWith(app, pair.refreshToken);
    const third = await tokens.refreshWith(app, second.refreshToken);
    await tokens.look(third.accessToken);
    await tokens.look(third.refreshToken!, "refresh_token");
    expect(await reasonOf(tokens.refreshWith(app, pair.refreshToken))).not.toBe("none");
    const code = await here.issueCode({ app, merchant });
    await tokens.exchangeCode(app, { code });
    expect(await reasonOf(tokens.exchangeCode(app, { code }))).not.toBe("none");
    await tokens.revoke({ credentials: app.credentials, token: third.accessToken, tokenTypeHint: "" }, createCall());
    await tokens.revoke({ credentials: app.credentials, token: third.refreshToken!, tokenTypeHint: "" }, createCall());
    await tokens.revokeBefore(
      { subject: { kind: "merchant", merchantId: merchant.id }, notBefore: null },
      createCall(),
    );
    await store.lastUse.flush();
    await store.health.flush();
    await store.eraseSalts({ window: 0, fromId: null, limit: 100, scanLimit: 100 });
    await withConnection(pools.ordinary, (query) => readFeed(query, 0, 10));
    await withConnection(pools.ordinary, (query) => dropEvents(query, { keep: 1, keepFor: 0, limit: 10 }));
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

describe("a token statement", () => {
  it("is planned once per connection", () => {
    expect(prepared.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["introspect-access", "introspect-refresh", "lock-refresh-tokens"]),
    );
    expect(prepared.filter(({ custom_plans }) => Number(custom_plans) > 0)).toEqual([]);
    expect(prepared.filter(({ generic_plans }) => Number(generic_plans) > 1).length).toBeGreaterThan(10);
  });

  it("uses indexes only, also with a plan made for empty tables", async () => {
    expect(await world.count("token_family")).toBeLessThan(10);
    const wrong: string[] = [];
    await withClient(async (client) => {
      for (const { name, parameters } of prepared) {
        const values = parameters === 0 ? "" : `(${Array(parameters).fill("null").join(", ")})`;
        const { rows } = await client.query(`explain (format json) execute "${name}"${values}`);
        for (const node of nodesOf(rows[0]["QUERY PLAN"][0].Plan)) {
          const isRead = node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable";
          const isByKey = node["Index Cond"] !== undefined || node["Node Type"] === "Tid Scan";
          if (isRead && !isByKey) wrong.push(`${name}: ${node["Node Type"]} of ${node["Relation Name"]}`);
        }
      }
    });
    expect(wrong).toEqual([]);
  });
});
