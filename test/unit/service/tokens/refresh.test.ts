import { describe, expect, it } from "vitest";
import { startSaltCleanup } from "../../../../src/service/tokens/salt-cleanup.ts";
import { createTokenOperations } from "../../../support/token-operations.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, createKeys, format, idOf, reasonOf, tamper, toKeySet } from "../../../support/world/tokens.ts";
import type { World } from "../../../support/world/world.ts";

describe("refresh", () => {
  const world = useWorld();

  const familyEvents = (id: string) => world.count("revocation_event", "subject = 'FAMILY' and subject_id = $1", [id]);
  const familyOf = async (accessToken: string): Promise<string> => {
    const { rows } = await world.sql.query("select family_id from access_token where id = $1", [idOf(accessToken)]);
    return rows[0].family_id;
  };

  it("T1 RFC 6749 §6 a refresh returns a new pair and keeps the older access token active", async () => {
    const { app, pair } = await world.install();
    const next = await world.refreshWith(app, pair.refreshToken);
    expect(next).toMatchObject({
      tokenType: "Bearer",
      expiresIn: 3600,
      refreshTokenExpiresIn: 7_776_000,
      scopes: pair.scopes,
      merchantId: pair.merchantId,
      installationId: pair.installationId,
    });
    expect(next.accessToken).not.toBe(pair.accessToken);
    expect(next.refreshToken).not.toBe(pair.refreshToken);
    expect(await world.isActive(next.accessToken)).toBe(true);
    expect(await world.isActive(pair.accessToken)).toBe(true);
    expect(await world.isActive(pair.refreshToken!, "refresh_token")).toBe(false);
    expect(await world.isActive(next.refreshToken!, "refresh_token")).toBe(true);
  });

  it("T1 T2 RFC 6749 §6 fewer scopes limit that access token only; more scopes are rejected without a change", async () => {
    const { app, pair } = await world.install();
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken, ["orders.read", "products.read"]))).toBe(
      "refresh_scope_wider",
    );
    const narrow = await world.refreshWith(app, pair.refreshToken, ["orders.read"]);
    expect(narrow.scopes).toEqual(["orders.read"]);
    expect(await world.look(narrow.accessToken)).toMatchObject({ scopes: ["orders.read"] });
    const full = await world.refreshWith(app, narrow.refreshToken);
    expect(full.scopes).toEqual(["orders.read", "orders.write"]);
  });

  it("T13 RFC 6749 §3.3 requested scopes that the merchant did not grant are ignored; others are rejected", async () => {
    const { app, merchant } = await world.install();
    const scopes = { scopes: ["orders.read"], requestedScopes: ["orders.read", "orders.write"] };
    const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }, scopes) });
    const wider = [...scopes.requestedScopes, "products.read"];
    const refreshed = (token: string | null, asked: string[]) => world.refreshWith(app, token, asked);
    expect(await reasonOf(refreshed(pair.refreshToken, wider))).toBe("refresh_scope_wider");
    expect(await reasonOf(refreshed(pair.refreshToken, ["orders.write"]))).toBe("refresh_scope_empty");
    const next = await refreshed(pair.refreshToken, scopes.requestedScopes);
    expect(next.scopes).toEqual(["orders.read"]);
    expect(await world.look(next.accessToken)).toMatchObject({ scopes: ["orders.read"] });
    expect((await refreshed(pair.refreshToken, scopes.requestedScopes)).accessToken).toBe(next.accessToken);
    expect((await refreshed(next.refreshToken, scopes.requestedScopes)).scopes).toEqual(["orders.read"]);
  });

  it("T3 another app's refresh token is invalid_grant and stays usable", async () => {
    const { app, pair } = await world.install();
    expect(await reasonOf(world.refreshWith(await world.app(), pair.refreshToken))).toBe("refresh_foreign");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  it("a token with a known id and a wrong secret is unknown and changes nothing", async () => {
    const { app, pair } = await world.install();
    const impostor = format.create("rt", idOf(pair.refreshToken!)).text;
    expect(await reasonOf(world.refreshWith(app, impostor))).toBe("refresh_unknown");
    await world.refreshWith(app, pair.refreshToken);
    await world.age(601);
    expect(await reasonOf(world.refreshWith(app, impostor))).toBe("refresh_unknown");
    expect(await familyEvents(await familyOf(pair.accessToken))).toBe(0);
  });

  it("T5 a retry within the window gets the same pair with the remaining expires_in", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken);
    // A minute of tolerance for a busy machine.
    const atMost = (most: number) => expect.toSatisfy((seconds: number) => seconds <= most && seconds > most - 60);
    expect(await world.refreshWith(app, pair.refreshToken)).toEqual({
      ...first,
      expiresIn: atMost(first.expiresIn),
      refreshTokenExpiresIn: atMost(first.refreshTokenExpiresIn!),
    });
    await world.age(90);
    const late = await world.refreshWith(app, pair.refreshToken);
    expect([late.accessToken, late.refreshToken]).toEqual([first.accessToken, first.refreshToken]);
    expect(late.expiresIn).toEqual(atMost(3510));
    expect(await world.count("refresh_token", "family_id = $1", [await familyOf(pair.accessToken)])).toBe(2);
    expect(await world.count("access_token", "family_id = $1", [await familyOf(pair.accessToken)])).toBe(2);
    expect(await reasonOf(world.refreshWith(app, first.refreshToken))).toBe("none");
  });

  it("T5 another replica returns the same pair, also during a rotation of TOKEN_KEY", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken);
    const [fresh] = createKeys();
    const rolled = world.variant({ keys: toKeySet(fresh!, ...world.keys) });
    const again = await rolled.refreshWith(app, pair.refreshToken);
    expect([again.accessToken, again.refreshToken]).toEqual([first.accessToken, first.refreshToken]);
    const second = await rolled.refreshWith(app, first.refreshToken);
    const back = await world.variant({ keys: toKeySet(...world.keys, fresh!) }).refreshWith(app, first.refreshToken);
    expect(back.refreshToken).toBe(second.refreshToken);
  });

  it("a pair that cannot be derived again is a storage error and a log entry, not reuse, and changes nothing", async () => {
    const { app, pair } = await world.install();
    await world.refreshWith(app, pair.refreshToken);
    const stranger = world.variant({ keys: toKeySet(...createKeys()) });
    expect(await reasonOf(stranger.refreshWith(app, pair.refreshToken))).toBe("StorageError");
    const { rows } = await world.sql.query("select salt from refresh_token where salt is not null and family_id = $1", [
      await familyOf(pair.accessToken),
    ]);
    await world.sql.query("update refresh_token set salt = sha256(salt) where salt = $1", [rows[0].salt]);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("StorageError");
    expect(world.log.lines.filter((line) => line.includes("digest_differs"))).toHaveLength(1);
    await world.sql.query("update refresh_token set salt = $2 where salt = sha256($1)", [rows[0].salt, rows[0].salt]);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
    expect(await familyEvents(await familyOf(pair.accessToken))).toBe(0);
  });

  it("a retry must request the same scopes; other scopes change nothing", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken, ["orders.read"]);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_scope_changed");
    const again = await world.refreshWith(app, pair.refreshToken, ["orders.read", "orders.read"]);
    expect(again.accessToken).toBe(first.accessToken);
  });

  it("a retry whose access token was revoked individually is invalid_grant, and the family stays active", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken);
    const request = { credentials: app.credentials, token: first.accessToken, tokenTypeHint: "" };
    await world.tokens.revoke(request, createCall());
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_access_revoked");
    expect(await reasonOf(world.refreshWith(app, first.refreshToken))).toBe("none");
  });

  it("T6 RFC 9700 §4.14.2 reuse after the window revokes the family with one event", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, first.refreshToken);
    await world.age(601);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_family_ended");
    expect(await reasonOf(world.refreshWith(app, first.refreshToken))).toBe("refresh_family_ended");
    expect(await world.isActive(first.accessToken)).toBe(false);
    const id = await familyOf(pair.accessToken);
    expect(await familyEvents(id)).toBe(1);
    expect(await world.count("audit_event", "action = 'token.reuse' and detail->>'family_id' = $1", [id])).toBe(1);
  });

  it("T6 a grandparent within the window is reuse, and a parent after the use of its successor", async () => {
    const grandparent = await world.install();
    const second = await world.refreshWith(grandparent.app, grandparent.pair.refreshToken);
    await world.refreshWith(grandparent.app, second.refreshToken);
    expect(await reasonOf(world.refreshWith(grandparent.app, grandparent.pair.refreshToken))).toBe("refresh_reused");
    expect(await world.isActive(second.accessToken)).toBe(false);
  });

  it("T6 the salt is erased when the successor is used", async () => {
    const { app, pair } = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    const salted = () => world.count("refresh_token", "salt is not null and id = $1", [idOf(second.refreshToken!)]);
    expect(await salted()).toBe(1);
    await world.refreshWith(app, second.refreshToken);
    expect(await salted()).toBe(0);
  });

  it("the salt is erased after the unused window, not before", async () => {
    const { app, pair } = await world.install();
    const { refreshToken } = await world.refreshWith(app, pair.refreshToken);
    const salted = () => world.count("refresh_token", "salt is not null and id = $1", [idOf(refreshToken!)]);
    const sweep = startSaltCleanup(world.deps.tokens, 60_000);
    await sweep.run();
    expect(await salted()).toBe(1);
    await world.age(601);
    await sweep.run();
    expect(await salted()).toBe(0);
    await sweep.stop();
  });

  it("a cleanup continues after a full batch, and later scans only rows that may be due", async () => {
    for (let made = 0; made < 3; made++) {
      const { app, pair } = await world.install();
      await world.refreshWith(app, pair.refreshToken);
    }
    await world.age(601);
    const { eraseSalts } = world.deps.tokens.store;
    const first = await eraseSalts({ window: 600, fromId: null, limit: 2, scanLimit: 100 });
    expect(first.erased).toBe(2);
    const second = await eraseSalts({ window: 600, fromId: first.nextId, limit: 2, scanLimit: 100 });
    expect(second.erased).toBe(1);
    const [row] = (await world.sql.query("select $1::uuid < uuidv7(interval '-800 seconds') as early", [second.nextId]))
      .rows;
    expect(row).toEqual({ early: true });
  });

  it("a cleanup scans at most its limit of rows, and the next one continues", async () => {
    for (let made = 0; made < 3; made++) {
      const { app, pair } = await world.install();
      await world.refreshWith(app, pair.refreshToken);
    }
    // The ids are newer than the aged rows, so the window must end in ten minutes to include them.
    const window = -600;
    const { eraseSalts } = world.deps.tokens.store;
    const { n: rows } = (await world.sql.query("select count(*)::int n from refresh_token")).rows[0];
    const sweeps: { erased: number; hasMore: boolean }[] = [];
    for (let fromId = "00000000-0000-0000-0000-000000000000", more = true; more; ) {
      const swept = await eraseSalts({ window, fromId, limit: 1000, scanLimit: 2 });
      sweeps.push(swept);
      fromId = swept.nextId;
      more = swept.hasMore;
    }
    expect(sweeps.length).toBe(Math.ceil(rows / 2));
    expect(Math.max(...sweeps.map(({ erased }) => erased))).toBeLessThanOrEqual(2);
    expect(await world.count("refresh_token", "salt is not null")).toBe(0);
  });

  it("a cleanup skips a locked row, and the next one of any replica starts with it", async () => {
    // The previous test has recorded a position in the future.
    await world.sql.query("delete from salt_sweep");
    const salted: string[] = [];
    for (let made = 0; made < 3; made++) {
      const { app, pair } = await world.install();
      salted.push(idOf((await world.refreshWith(app, pair.refreshToken)).refreshToken!));
    }
    // The ids are newer than the aged rows, so the window must end in ten minutes to include them.
    const windows = { confidential: -600, public: -600 };
    const sweep = async () => {
      const { run, stop } = startSaltCleanup({ ...world.deps.tokens, windows }, 60_000);
      await run();
      await stop();
      return world.count("refresh_token", "salt is not null and id = any($1)", [salted]);
    };
    const busy = await world.sql.connect();
    try {
      await busy.query("begin");
      await busy.query("select id from refresh_token where id = $1 for update", [salted[1]]);
      expect(await sweep()).toBe(1);
    } finally {
      busy.release(true);
    }
    await expect.poll(sweep).toBe(0);
  });

  it("the window starts at the first rotation and is never extended", async () => {
    const { app, pair } = await world.install();
    const first = await world.refreshWith(app, pair.refreshToken);
    await world.age(400);
    expect((await world.refreshWith(app, pair.refreshToken)).refreshToken).toBe(first.refreshToken);
    await world.age(250);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_window_over");
  });

  it("a public app has a shorter window", async () => {
    const { app, pair } = await world.install({ confidential: false });
    const first = await world.refreshWith(app, pair.refreshToken);
    await world.age(50);
    expect((await world.refreshWith(app, pair.refreshToken)).refreshToken).toBe(first.refreshToken);
    await world.age(20);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_window_over");
  });

  it("T7 an expired refresh token is invalid_grant, also within the window, and the family stays active", async () => {
    const { app, pair } = await world.install({ refreshTokenTtl: 300 });
    const first = await world.refreshWith(app, pair.refreshToken);
    await world.age(301);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_expired");
    expect(await reasonOf(world.refreshWith(app, first.refreshToken))).toBe("refresh_expired");
    expect(await world.isActive(first.accessToken)).toBe(true);
    expect(await familyEvents(await familyOf(pair.accessToken))).toBe(0);
  });

  it("T8 a restarted process recognizes a rotated token", async () => {
    const { app, pair } = await world.install();
    const { refreshToken } = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, refreshToken);
    await world.age(601);
    const restarted = createTokenOperations({ ...world.deps.tokens, keys: toKeySet(...world.keys) });
    expect(await reasonOf(restarted.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
  });

  it("T9 after database errors the same token still works", async () => {
    const { app, pair } = await world.install();
    await world.sql.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$;
      create trigger fail before insert on access_token for each row execute function fail()`);
    for (let k = 0; k < 3; k++) {
      expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("StorageError");
    }
    await world.sql.query("drop trigger fail on access_token; drop function fail()");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  it("T11 the hundredth rotation changes as many rows as the first", async () => {
    const { app, pair } = await world.install();
    let { refreshToken } = pair;
    for (let generation = 0; generation < 100; generation++) {
      ({ refreshToken } = await world.refreshWith(app, refreshToken));
    }
    const id = await familyOf(pair.accessToken);
    const { rows } = await world.sql.query("select generation, current_id from token_family where id = $1", [id]);
    expect(rows).toEqual([{ generation: 101, current_id: idOf(refreshToken!) }]);
    expect(await world.count("refresh_token", "family_id = $1 and salt is not null", [id])).toBe(1);
  });

  const pauses: [string, string, string, string][] = [
    [
      "the merchant",
      "update merchant set state = 'SUSPENDED' where id = $1",
      "update merchant set state = 'ACTIVE' where id = $1",
      "refresh_merchant_suspended",
    ],
    [
      "the installation",
      "update installation set state = 'SUSPENDED', suspended_by = '{MERCHANT}' where merchant_id = $1",
      "update installation set state = 'ACTIVE', suspended_by = '{}' where merchant_id = $1",
      "refresh_installation_suspended",
    ],
  ];
  it.each(pauses)(
    "T12 while %s is suspended nothing is consumed, and it works after",
    async (_name, stop, go, reason) => {
      const { app, merchant, pair } = await world.install();
      await world.sql.query(stop, [merchant.id]);
      expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe(reason);
      expect(await world.isActive(pair.accessToken)).toBe(false);
      await world.sql.query(go, [merchant.id]);
      expect(await world.isActive(pair.accessToken)).toBe(true);
      expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
    },
  );

  it("the effective scopes are the intersection of token, installation and app", async () => {
    const { app, merchant, pair } = await world.install();
    await world.sql.query(
      "update installation set granted_scopes = '{orders.read,products.read}' where merchant_id = $1",
      [merchant.id],
    );
    const narrowed = await world.refreshWith(app, pair.refreshToken);
    expect(narrowed.scopes).toEqual(["orders.read"]);
    await world.sql.query("update app set registered_scopes = '{products.read}' where id = $1", [app.id]);
    expect(await world.isActive(narrowed.accessToken)).toBe(false);
    expect(await reasonOf(world.refreshWith(app, narrowed.refreshToken))).toBe("refresh_scope_empty");
  });

  it("KEEP returns the presented token, whose expiry is fixed, and new access tokens", async () => {
    const { app, pair } = await world.install({ refreshMode: "KEEP", refreshTokenTtl: 1000 });
    await world.age(400);
    const second = await world.refreshWith(app, pair.refreshToken);
    const third = await world.refreshWith(app, pair.refreshToken);
    expect([second.refreshToken, third.refreshToken]).toEqual([pair.refreshToken, pair.refreshToken]);
    expect(second.refreshTokenExpiresIn).toBeLessThanOrEqual(600);
    expect(new Set([pair.accessToken, second.accessToken, third.accessToken]).size).toBe(3);
    await world.age(601);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_expired");
    expect(await world.isActive(third.accessToken)).toBe(true);
  });

  it("NONE returns no refresh token", async () => {
    const { app, pair } = await world.install();
    await world.sql.query("update app set refresh_mode = 'NONE' where id = $1", [app.id]);
    const next = await world.refreshWith(app, pair.refreshToken);
    expect(next).toMatchObject({ refreshToken: null, refreshTokenExpiresIn: null });
    expect(await world.isActive(next.accessToken)).toBe(true);
  });

  it("a change of mode is not reuse, and a refresh with KEEP ends the parent's window", async () => {
    const { app, pair } = await world.install();
    const rotated = await world.refreshWith(app, pair.refreshToken);
    const mode = (name: string) => world.sql.query("update app set refresh_mode = $2 where id = $1", [app.id, name]);
    await mode("KEEP");
    expect((await world.refreshWith(app, pair.refreshToken)).refreshToken).toBe(rotated.refreshToken);
    expect((await world.refreshWith(app, rotated.refreshToken)).refreshToken).toBe(rotated.refreshToken);
    await mode("ROTATE");
    const next = await world.refreshWith(app, rotated.refreshToken);
    expect(next.refreshToken).not.toBe(rotated.refreshToken);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
  });

  it("families are independent of each other", async () => {
    const { app, merchant, pair } = await world.install();
    const other = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    const { refreshToken } = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, refreshToken);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await world.isActive(pair.accessToken)).toBe(false);
    expect(await world.isActive(other.accessToken)).toBe(true);
    expect(await reasonOf(world.refreshWith(app, other.refreshToken))).toBe("none");
  });

  it("malformed tokens and scopes are rejected without a change", async () => {
    const { app, pair } = await world.install();
    expect(await reasonOf(world.refreshWith(app, ""))).toBe("refresh_token_missing");
    expect(await reasonOf(world.refreshWith(app, pair.accessToken))).toBe("refresh_unknown");
    expect(await reasonOf(world.refreshWith(app, tamper(pair.refreshToken!)))).toBe("refresh_unknown");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken, ["a b"]))).toBe("refresh_scope_malformed");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  it("a refresh takes four round trips, and so does a retry", async () => {
    const { app, pair } = await world.install();
    const { statements, restore } = await countStatements(world);
    await world.refreshWith(app, pair.refreshToken);
    expect(statements.splice(0)).toEqual(["begin", "lock-refresh-tokens", "rotate-refresh-tokens", "commit"]);
    await world.refreshWith(app, pair.refreshToken);
    expect(statements.splice(0)).toEqual(["begin", "lock-refresh-tokens", "read-pairs", "confirm", "commit"]);
    restore();
  });
});

/** Records the names of the statements sent, without the deferred writes of notes and health. */
async function countStatements(world: World): Promise<{ statements: string[]; restore(): void }> {
  const statements: string[] = [];
  const pool = world.pools.ordinary;
  const acquire = pool.acquire;
  pool.acquire = async () => {
    const client = await acquire();
    const query = client.query;
    const release = client.release;
    client.query = ((statement: string | { name: string }, ...rest: unknown[]) => {
      const name = typeof statement === "string" ? statement : statement.name;
      if (!/^(note|record)-/.test(name)) statements.push(name);
      return Reflect.apply(query, client, [statement, ...rest]);
    }) as typeof client.query;
    client.release = (destroy) => {
      client.query = query;
      client.release = release;
      release.call(client, destroy);
    };
    return client;
  };
  return {
    statements,
    restore() {
      pool.acquire = acquire;
    },
  };
}
