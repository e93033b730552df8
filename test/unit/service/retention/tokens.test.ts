import { beforeEach, describe, expect, test } from "vitest";
import { idOf, reasonOf } from "../../../support/world/tokens.ts";
import { DAY, useRetentionWorld } from "./world.ts";

/** The row-wise removal leaves rows to the removal of their partition for this long. */
const GRACE = 8 * DAY;
const TOKEN_TABLES = ["access_token", "refresh_token", "token_family", "authorization_code"];

const world = useRetentionWorld();
beforeEach(() => world.sql.query(`truncate ${TOKEN_TABLES.join(", ")}, audit_event, retention_place`));

async function counts(): Promise<Record<string, number>> {
  const entries = TOKEN_TABLES.map(async (table) => [table, await world.count(table)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

describe("the removal of expired tokens", () => {
  test("keeps active rows, and rows that expired less than a day ago", async () => {
    const { app, pair } = await world.install();
    await world.refreshWith(app, pair.refreshToken);
    await world.age(3_600 + DAY - 60);
    await world.sweep.run();
    expect(await counts()).toEqual({ access_token: 2, refresh_token: 2, token_family: 1, authorization_code: 1 });
  });

  test("removes an expired access token and keeps its family and refresh token", async () => {
    const { app, pair } = await world.install();
    await world.age(3_600 + DAY + 660 + GRACE);
    await world.sweep.run();
    expect(await counts()).toEqual({ access_token: 0, refresh_token: 1, token_family: 1, authorization_code: 1 });
    expect(await world.look(pair.accessToken)).toMatchObject({ active: false });
    const next = await world.refreshWith(app, pair.refreshToken);
    expect(await world.isActive(next.accessToken)).toBe(true);
  });

  test("removes an expired family with its tokens and code", async () => {
    const { app, pair } = await world.install();
    await world.refreshWith(app, pair.refreshToken);
    await world.age(93 * DAY + GRACE);
    await world.sweep.run();
    // Codes are removed after their family, in this run or the next.
    await world.sweep.run();
    expect(await counts()).toEqual({ access_token: 0, refresh_token: 0, token_family: 0, authorization_code: 0 });
  });

  test("removes an unused code", async () => {
    const app = await world.app();
    await world.issueCode({ app, merchant: await world.merchant() });
    await world.age(DAY + 120);
    await world.sweep.run();
    expect(await world.count("authorization_code")).toBe(0);
  });

  test("RFC 6749 §4.1.2 a code replayed after a month still revokes its family", async () => {
    const app = await world.app();
    const merchant = await world.merchant();
    const code = await world.issueCode({ app, merchant });
    const pair = await world.exchangeCode(app, { code });
    await world.age(30 * DAY);
    await world.sweep.run();
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_family_ended");
  });

  test("RFC 9700 §4.14.2 replaying an ancestor that has not expired still revokes its family", async () => {
    const { app, pair } = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    const third = await world.refreshWith(app, second.refreshToken);
    await world.age(89 * DAY);
    await world.sweep.run();
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await reasonOf(world.refreshWith(app, third.refreshToken))).toBe("refresh_family_ended");
  });

  test("an expired ancestor is rejected before and after its removal, and its family stays active", async () => {
    const { app, pair } = await world.install();
    await world.age(80 * DAY);
    const second = await world.refreshWith(app, pair.refreshToken);
    await world.age(11 * DAY + GRACE);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_expired");
    await world.age(DAY);
    await world.sweep.run();
    expect(await world.count("refresh_token", "id = $1", [idOf(pair.refreshToken!)])).toBe(0);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_unknown");
    expect(await reasonOf(world.refreshWith(app, second.refreshToken))).toBe("none");
  });

  test("keeps the token pair of a retry for a day after its access token expired", async () => {
    const { app, pair } = await world.install({ accessTokenTtl: 1 });
    await world.refreshWith(app, pair.refreshToken);
    await world.age(DAY - 60);
    await world.sweep.run();
    expect(await counts()).toMatchObject({ access_token: 2, refresh_token: 2 });
  });

  test("a code whose family is removed is rejected without an event or audit entry", async () => {
    const app = await world.app();
    const code = await world.issueCode({ app, merchant: await world.merchant() });
    await world.exchangeCode(app, { code });
    await world.sql.query("delete from token_family");
    const before = await world.count("revocation_event");
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
    expect(await world.count("revocation_event")).toBe(before);
    expect(await world.count("audit_event", "action = 'token.code_replay'")).toBe(0);
  });

  test("a token whose family is removed is rejected and inactive, and revoking it has no effect", async () => {
    const { app, pair } = await world.install();
    await world.sql.query("delete from token_family");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toMatch(/^refresh_/);
    expect(await world.isActive(pair.accessToken)).toBe(false);
    const revoke = (token: string) =>
      world.tokens.revoke(
        { credentials: app.credentials, token, tokenTypeHint: "" },
        {
          caller: { kind: "gateway", keyId: null, name: "gateway", permissions: new Set(["tokens:forward"]) },
          actor: null,
          address: null,
          requestId: "r",
        },
      );
    expect(await reasonOf(revoke(pair.accessToken))).not.toBe("StorageError");
    expect(await reasonOf(revoke(pair.refreshToken!))).not.toBe("StorageError");
  });

  test("the installation keeps its last use and its tokens' expiry", async () => {
    const { pair } = await world.install();
    await world.deps.tokens.store.lastUse.flush();
    await world.deps.tokens.store.health.flush();
    await world.age(93 * DAY + GRACE);
    await world.sweep.run();
    const noted = "id = $1 and state = 'ACTIVE' and last_used_at is not null and tokens_expire_at is not null";
    expect(await world.count("installation", noted, [pair.installationId])).toBe(1);
  });
});

describe("the removal during requests", () => {
  test("refreshes and exchanges succeed while expired rows of their tables are removed", async () => {
    for (let family = 0; family < 20; family++) await world.install();
    await world.age(93 * DAY + GRACE);
    const installed = await Promise.all(Array.from({ length: 20 }, () => world.install()));
    const busy = async ({ app, merchant, pair }: (typeof installed)[number]) => {
      let { refreshToken } = pair;
      for (let turn = 0; turn < 5; turn++) {
        ({ refreshToken } = await world.refreshWith(app, refreshToken));
        await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
      }
    };
    const sweeping = async () => {
      for (let run = 0; run < 10; run++) await world.sweep.run();
    };
    await Promise.all([sweeping(), ...installed.map(busy)]);
    expect(await counts()).toEqual({
      access_token: 220,
      refresh_token: 220,
      token_family: 120,
      authorization_code: 120,
    });
  });

  test("a later run removes an expired row that a request had locked", async () => {
    await world.install();
    await world.age(93 * DAY + GRACE);
    const holder = await world.sql.connect();
    try {
      await holder.query("begin");
      for (const table of TOKEN_TABLES) await holder.query(`select 1 from ${table} for update`);
      await world.sweep.run();
      expect(await counts()).toEqual({ access_token: 1, refresh_token: 1, token_family: 1, authorization_code: 1 });
      await holder.query("rollback");
    } finally {
      holder.release();
    }
    await world.sweep.run();
    await world.sweep.run();
    expect(await counts()).toEqual({ access_token: 0, refresh_token: 0, token_family: 0, authorization_code: 0 });
  });
});
