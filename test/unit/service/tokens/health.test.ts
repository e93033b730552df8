import { describe, expect, it } from "vitest";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, type Installed, idOf, reasonOf } from "../../../support/world/tokens.ts";

describe("installation health", () => {
  const world = useWorld();

  const health = async ({ pair }: Installed) => {
    await world.deps.tokens.store.health.flush();
    const { rows } = await world.sql.query(
      `select last_refreshed_at as refreshed, extract(epoch from tokens_expire_at - clock_timestamp())::float8 as left,
         last_failed_at as failed, last_failure as failure from installation where id = $1`,
      [pair.installationId],
    );
    return rows[0] as { refreshed: Date | null; left: number; failed: Date | null; failure: string | null };
  };
  const withWrongSecret = async (app: Installed["app"]) => {
    const other = await world.secret((await world.app()).id);
    return { ...app, credentials: { ...app.credentials, proof: { kind: "secret", secret: other.text } as const } };
  };
  const near = (seconds: number) => expect.closeTo(seconds, -2);

  it("has the expiry from the exchange on and the last refresh from the first refresh on", async () => {
    const installed = await world.install();
    expect(await health(installed)).toEqual({ refreshed: null, left: near(7_776_000), failed: null, failure: null });
    await world.refreshWith(installed.app, installed.pair.refreshToken);
    expect(await health(installed)).toMatchObject({
      refreshed: expect.any(Date),
      left: near(7_776_000),
      failure: null,
    });
  });

  it("has the new expiry at once when an expired installation is connected again", async () => {
    const { app, merchant, pair } = await world.install();
    await world.deps.tokens.store.health.flush();
    const expiry = () =>
      world.rows<{ left: number }>(
        `select extract(epoch from tokens_expire_at - clock_timestamp())::float8 as left from installation where id = $1`,
        [pair.installationId],
      );
    await world.sql.query("update installation set tokens_expire_at = now() - interval '1 hour' where id = $1", [
      pair.installationId,
    ]);
    await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(await expiry()).toEqual([{ left: near(7_776_000) }]);
  });

  it("has no failure of the time before the installation is connected again", async () => {
    const installed = await world.install();
    const { app, merchant, pair } = installed;
    await health(installed);
    const connectAgain = async () => world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    const failed = (age: string) =>
      world.sql.query(
        "update installation set last_failed_at = now() - $2::interval, last_failure = 'REUSED' where id = $1",
        [pair.installationId, age],
      );
    await failed("2 minutes");
    await world.refreshWith(app, pair.refreshToken);
    expect(await health(installed)).toMatchObject({ failed: expect.any(Date), failure: "REUSED" });
    await connectAgain();
    expect(await health(installed)).toMatchObject({ failed: null, failure: null });
    // Most merchants connect an app again as soon as it reports the failure.
    await failed("2 seconds");
    await connectAgain();
    expect(await health(installed)).toMatchObject({ failed: null, failure: null });
    // The record of the exchange is written after the failure that follows it.
    await connectAgain();
    await failed("-1 seconds");
    expect(await health(installed)).toMatchObject({ failed: expect.any(Date), failure: "REUSED" });
  });

  it("is updated at most hourly by successful refreshes", async () => {
    const installed = await world.install();
    const second = await world.refreshWith(installed.app, installed.pair.refreshToken);
    const { refreshed } = await health(installed);
    await world.refreshWith(installed.app, second.refreshToken);
    expect((await health(installed)).refreshed).toEqual(refreshed);
  });

  it("ends a failure at the next successful refresh, also within the hour, and records the failure after it", async () => {
    const installed = await world.install();
    const { app, pair } = installed;
    const wrong = await withWrongSecret(app);
    let { refreshToken: token } = await world.refreshWith(app, pair.refreshToken);
    await health(installed);
    for (const time of ["first", "second"]) {
      expect(await reasonOf(world.refreshWith(wrong, token))).toBe("client_secret_wrong");
      const broken = await health(installed);
      expect(broken.failed!.getTime(), time).toBeGreaterThan(broken.refreshed!.getTime());
      token = (await world.refreshWith(app, token)).refreshToken;
      const mended = await health(installed);
      expect(mended.refreshed!.getTime(), time).toBeGreaterThan(broken.failed!.getTime());
    }
  });

  it("keeps the times of a failure and of the refresh after it that are written together", async () => {
    const installed = await world.install();
    const { app, pair } = installed;
    const wrong = await withWrongSecret(app);
    expect(await reasonOf(world.refreshWith(wrong, pair.refreshToken))).toBe("client_secret_wrong");
    await world.refreshWith(app, pair.refreshToken);
    const { refreshed, failed } = await health(installed);
    expect(refreshed!.getTime()).toBeGreaterThan(failed!.getTime());
  });

  it("T6 records reuse, and only the first failure of an hour", async () => {
    const installed = await world.install();
    const { app, pair } = installed;
    const second = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, second.refreshToken);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await health(installed)).toMatchObject({ failed: expect.any(Date), failure: "REUSED" });
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_family_ended");
    expect(await health(installed)).toMatchObject({ failure: "REUSED" });
    await world.sql.query("update installation set last_failed_at = last_failed_at - interval '61 minutes'");
    await reasonOf(world.refreshWith(app, pair.refreshToken));
    expect(await health(installed)).toMatchObject({ failure: "ENDED" });
  });

  it("records a wrong client secret presented with the installation's own token", async () => {
    const installed = await world.install();
    const { app, pair } = installed;
    const wrong = await withWrongSecret(app);
    expect(await reasonOf(world.refreshWith(wrong, forged(pair.refreshToken!)))).toBe("client_secret_wrong");
    expect(await health(installed)).toMatchObject({ failure: null });
    expect(await reasonOf(world.refreshWith(wrong, pair.refreshToken))).toBe("client_secret_wrong");
    expect(await health(installed)).toMatchObject({ failure: "CREDENTIALS" });
  });

  it("T3 cannot be changed by another app", async () => {
    const installed = await world.install();
    const stranger = await world.app();
    expect(await reasonOf(world.refreshWith(stranger, installed.pair.refreshToken))).toBe("refresh_foreign");
    expect(await health(installed)).toMatchObject({ failure: null });
  });

  it("is recorded for 200 installations used at once", async () => {
    const app = await world.app();
    const { lastUse, health } = world.deps.tokens.store;
    const use = async () => {
      const merchant = await world.merchant();
      const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
      expect(await world.isActive(pair.accessToken)).toBe(true);
      // Both write the same rows concurrently.
      void Promise.all([lastUse.flush(), health.flush()]);
      return pair.installationId;
    };
    const used = await Promise.all(Array.from({ length: 200 }, use));
    await Promise.all([lastUse.flush(), health.flush()]);
    const noted = "id = any($1) and last_used_at is not null and tokens_expire_at is not null";
    expect(await world.count("installation", noted, [used])).toBe(200);
  });

  it("is recorded after another transaction releases the row", async () => {
    const { pair } = await world.install();
    const holder = await world.sql.connect();
    try {
      await holder.query("begin");
      await holder.query("select 1 from installation where id = $1 for update", [pair.installationId]);
      const { lastUse, health } = world.deps.tokens.store;
      const flushed = Promise.all([lastUse.flush(), health.flush()]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await holder.query("rollback");
      await flushed;
    } finally {
      holder.release();
    }
    const noted = "id = $1 and last_used_at is not null and tokens_expire_at is not null";
    expect(await world.count("installation", noted, [pair.installationId])).toBe(1);
  });

  it("keeps a refresh followed by an exchange in the same second", async () => {
    const { app, merchant, pair } = await world.install();
    await world.refreshWith(app, pair.refreshToken);
    await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(await health({ app, merchant, pair })).toMatchObject({ refreshed: expect.any(Date) });
  });

  it("keeps the first of two failures in the same second", async () => {
    const installed = await world.install();
    const { app, pair } = installed;
    const second = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, second.refreshToken);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_family_ended");
    expect(await health(installed)).toMatchObject({ failure: "REUSED" });
  });

  it("updates the expiry of tokens with lifetimes below an hour", async () => {
    const installed = await world.install({ refreshTokenTtl: 600 });
    const { app, pair } = installed;
    const second = await world.refreshWith(app, pair.refreshToken);
    await health(installed);
    await world.age(400);
    await world.refreshWith(app, second.refreshToken);
    expect(await health(installed)).toMatchObject({ left: near(600) });
  });

  it("T6 loses the expiry when reuse, a replayed code or a revocation ends the only token family", async () => {
    const ways = {
      async reuse({ app, pair }: Connected) {
        const second = await world.refreshWith(app, pair.refreshToken);
        await world.refreshWith(app, second.refreshToken);
        expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
      },
      async replay({ app, code }: Connected) {
        expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
      },
      revocation: ({ app, pair }: Connected) => revoke(app, pair.refreshToken!),
    };
    for (const [way, end] of Object.entries(ways)) {
      const connected = await connect();
      await end(connected);
      expect((await health(connected)).left, way).toBeLessThanOrEqual(0);
    }
    for (const [way, end] of Object.entries(ways)) {
      const connected = await connect();
      await health(connected);
      await end(connected);
      expect((await health(connected)).left, `${way} after the record of the exchange`).toBeLessThanOrEqual(0);
    }
  });

  it("T6 has no expiry of a revoked token family if another process records its tokens afterwards", async () => {
    const connected = await connect();
    const familyId = idOf(connected.code);
    const { installationId } = connected.pair;
    await revoke(connected.app, connected.pair.refreshToken!);
    await health(connected);
    const now = Date.now() * 1_000;
    const issued = { familyId, lastRefreshedAt: null, now, expireAt: now + 1_000_000_000, refreshed: true };
    world.deps.tokens.store.health.issued(installationId, issued);
    expect((await health(connected)).left).toBeLessThanOrEqual(0);
  });

  it("keeps the expiry of the tokens that another token family still has", async () => {
    const connected = await connect();
    await world.sql.query(
      "update token_family set expires_at = now() + interval '1000 seconds' where installation_id = $1",
      [connected.pair.installationId],
    );
    const { app, merchant } = connected;
    const other = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(await health(connected)).toMatchObject({ left: near(7_776_000) });
    await revoke(app, other.refreshToken!);
    expect(await health(connected)).toMatchObject({ left: near(1_000) });
    await revoke(app, connected.pair.refreshToken!);
    expect((await health(connected)).left).toBeLessThanOrEqual(0);
  });

  it("keeps the time of an expiry when the expired tokens are revoked", async () => {
    const connected = await connect();
    await health(connected);
    await world.age(7_776_000 + 3_600);
    await revoke(connected.app, connected.pair.refreshToken!);
    expect(await health(connected)).toMatchObject({ left: near(-3_600) });
  });

  type Connected = Awaited<ReturnType<typeof connect>>;

  async function connect() {
    const app = await world.app();
    const merchant = await world.merchant();
    const code = await world.issueCode({ app, merchant });
    return { app, merchant, code, pair: await world.exchangeCode(app, { code }) };
  }

  const revoke = (app: Installed["app"], token: string) =>
    world.tokens.revoke({ credentials: app.credentials, token, tokenTypeHint: "" }, createCall());

  /** A well-formed token with a known id and a wrong secret. */
  function forged(token: string): string {
    return world.deps.tokens.format.format("rt", idOf(token), new Uint8Array(32));
  }
});
