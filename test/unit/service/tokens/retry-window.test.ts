import { afterEach, describe, expect, it } from "vitest";
import { startHeartbeat } from "../../../../src/service/tokens/heartbeat.ts";
import { startSaltCleanup } from "../../../../src/service/tokens/salt-cleanup.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import type { AppOptions } from "../../../support/world/seeds.ts";
import { createCall, type Installed, idOf, reasonOf } from "../../../support/world/tokens.ts";

describe("the retry window", () => {
  const world = useWorld();
  afterEach(() => world.sql.query("delete from service_outage; delete from service_heartbeat"));

  const rotated = async (options: AppOptions = {}) => {
    const { app, pair } = await world.install(options);
    return { app, parent: pair, next: await world.refreshWith(app, pair.refreshToken) };
  };
  const endedFamilies = (accessToken: string) =>
    world.count("token_family", "ended_at is not null and id = (select family_id from access_token where id = $1)", [
      idOf(accessToken),
    ]);

  it("T6 after the window the parent of an unused successor is invalid_grant, and the family stays active", async () => {
    const { app, parent, next } = await rotated();
    // Introspection of the access token does not use the successor.
    expect(await world.isActive(next.accessToken)).toBe(true);
    await world.age(601);
    for (let times = 0; times < 2; times++)
      expect(await reasonOf(world.refreshWith(app, parent.refreshToken))).toBe("refresh_window_over");
    expect(await endedFamilies(next.accessToken)).toBe(0);
    expect(await world.isActive(next.accessToken)).toBe(true);
  });

  it("never returns an expired access token: an app's shorter lifetime limits the window", async () => {
    const { app, parent } = await rotated({ accessTokenTtl: 300 });
    await world.age(200);
    expect((await world.refreshWith(app, parent.refreshToken)).expiresIn).toBeGreaterThan(0);
    await world.age(100);
    expect(await reasonOf(world.refreshWith(app, parent.refreshToken))).toBe("refresh_window_over");
  });

  describe("with outages", () => {
    const beat = () => world.deps.tokens.store.beat();
    /** Simulates an outage of this duration until now, without a recorded end. */
    const outage = async (seconds: number) => {
      await beat();
      await world.age(seconds);
      await world.sql.query("update service_heartbeat set beat_at = clock_timestamp() - $1 * interval '1 second'", [
        seconds,
      ]);
    };

    it.each([
      { name: "before any replica has noted its end", noted: false },
      { name: "that a replica has noted", noted: true },
    ])("excludes an outage $name", async ({ noted }) => {
      const { app, parent, next } = await rotated({ confidential: false });
      await world.age(20);
      await outage(67);
      if (noted) await beat();
      expect(await world.count("service_outage")).toBe(noted ? 1 : 0);
      const again = await world.refreshWith(app, parent.refreshToken);
      expect(again.refreshToken).toBe(next.refreshToken);
      await world.age(60);
      expect(await reasonOf(world.refreshWith(app, parent.refreshToken))).toBe("refresh_window_over");
    });

    it("excludes only the part of an outage after the rotation", async () => {
      await outage(300);
      const { app, parent } = await rotated({ confidential: false });
      await beat();
      await world.age(61);
      expect(await reasonOf(world.refreshWith(app, parent.refreshToken))).toBe("refresh_window_over");
    });

    it("recovering replicas record one outage, and none while serving", async () => {
      await outage(100);
      const holder = await world.sql.connect();
      await holder.query("begin");
      await holder.query("select from service_heartbeat for update");
      // One for each reserved connection.
      const beats = [1, 2].map(beat);
      await world.untilWaiting(2).finally(() => holder.query("rollback"));
      holder.release();
      await Promise.all(beats);
      await world.age(10);
      await beat();
      const { rows } = await world.sql.query(
        "select round(extract(epoch from ended_at - began_at))::int as seconds from service_outage",
      );
      expect(rows.map(({ seconds }) => seconds)).toEqual([expect.toSatisfy((at: number) => at >= 100 && at < 160)]);
    });

    it("deletes outages after a week", async () => {
      await outage(100);
      await beat();
      await world.age(8 * 86_400);
      await beat();
      expect(await world.count("service_outage")).toBe(0);
    });

    it("keeps the salts of pairs that a retry may still get", async () => {
      const { app, parent, next } = await rotated();
      await world.age(400);
      await outage(3_000);
      const sweep = startSaltCleanup(world.deps.tokens, 60_000);
      await sweep.run();
      expect((await world.refreshWith(app, parent.refreshToken)).refreshToken).toBe(next.refreshToken);
      await beat();
      await world.age(250);
      await sweep.run();
      const salted = () => world.count("refresh_token", "salt is not null and id = $1", [idOf(next.refreshToken!)]);
      expect(await salted()).toBe(0);
      await sweep.stop();
    });

    it("beats until it is stopped", async () => {
      const heartbeat = startHeartbeat(world.deps.tokens, 10);
      await expect.poll(() => world.count("service_heartbeat")).toBe(1);
      await heartbeat.stop();
    });
  });

  describe("T5 a retry from another address", () => {
    const refreshFrom = (
      address: string | null,
      { app, parent }: { app: Installed["app"]; parent: Installed["pair"] },
    ) =>
      world.tokens.refresh(
        { credentials: app.credentials, refreshToken: parent.refreshToken!, scopes: [] },
        createCall({ address }),
      );
    const events = async (clientId: string) => {
      const { rows } = await world.sql.query(
        "select address, detail->>'first_address' as first from audit_event where action = 'token.retry_elsewhere' and client_id = $1",
        [clientId],
      );
      return rows;
    };

    it("is audited once, for any number of retries and addresses", async () => {
      const given = await rotated();
      for (const address of ["203.0.113.7", null]) await refreshFrom(address, given);
      expect(await events(given.app.clientId)).toEqual([]);
      const again = await refreshFrom("198.51.100.1", given);
      for (const address of ["198.51.100.1", "198.51.100.2", "203.0.113.7"]) await refreshFrom(address, given);
      expect(await events(given.app.clientId)).toEqual([{ address: "198.51.100.1", first: "203.0.113.7" }]);
      expect(again.refreshToken).toBe(given.next.refreshToken);
    });

    it("is audited once for concurrent retries", async () => {
      const { app, pair: parent } = await world.install();
      const addresses = ["203.0.113.7", "198.51.100.1", "198.51.100.1", "198.51.100.2"];
      await Promise.all(addresses.map((address) => refreshFrom(address, { app, parent })));
      expect(await events(app.clientId)).toHaveLength(1);
    });

    it("is counted for its app", async () => {
      const retries: string[] = [];
      const tokens = world.variant({ countRetry: (clientId) => void retries.push(clientId) });
      const { app, pair } = await world.install();
      for (let times = 0; times < 3; times++) await tokens.refreshWith(app, pair.refreshToken);
      expect(retries).toEqual([app.clientId, app.clientId]);
      expect(await reasonOf(tokens.refreshWith(app, pair.refreshToken, ["orders.read"]))).toBe("refresh_scope_changed");
      expect(retries).toHaveLength(2);
    });
  });
});
