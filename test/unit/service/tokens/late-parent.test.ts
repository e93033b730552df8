import { describe, expect, it } from "vitest";
import type { TokenPair } from "../../../../src/service/tokens/token-pair.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import type { AppOptions } from "../../../support/world/seeds.ts";
import { createCall, idOf, reasonOf, type TestApp } from "../../../support/world/tokens.ts";
import { fixBatches } from "./fixed-batches.ts";

/** A thief rotates a stolen refresh token and waits; the app presents it after the retry window. */
describe("RFC 9700 §4.14.2 a parent presented after its window", () => {
  const world = useWorld();

  async function rotated(options: AppOptions = {}) {
    const { app, pair } = await world.install(options);
    const next = await world.refreshWith(app, pair.refreshToken);
    await world.age(601);
    return { app, parent: pair, next };
  }
  const present = (app: TestApp, { refreshToken }: TokenPair, tokens = world.tokens) =>
    reasonOf(tokens.refreshWith(app, refreshToken));
  async function historyOf(app: TestApp) {
    const { rows } = await world.sql.query(
      "select action from audit_event where client_id = $1 and action not in ('token.issue', 'token.exchange') order by id",
      [app.clientId],
    );
    return rows.map(({ action }) => action);
  }
  async function familyOf({ accessToken }: TokenPair) {
    const { rows } = await world.sql.query(
      `select f.end_reason as "endReason", f.late_parent_at is not null as marked,
        (select count(*)::int from revocation_event e where e.subject_id = f.id::text) as events
      from token_family f join access_token a on a.family_id = f.id where a.id = $1`,
      [idOf(accessToken)],
    );
    return rows[0];
  }

  it("marks its family with one audit event, and the use of the successor revokes it", async () => {
    const { app, parent, next } = await rotated();
    for (let times = 0; times < 2; times++) expect(await present(app, parent)).toBe("refresh_window_over");
    expect(await historyOf(app)).toEqual(["token.late_parent"]);
    expect(await familyOf(next)).toEqual({ endReason: null, marked: true, events: 0 });
    expect(await present(app, next)).toBe("refresh_reused");
    expect(await world.isActive(next.accessToken)).toBe(false);
    expect(await historyOf(app)).toEqual(["token.late_parent", "token.reuse"]);
    expect(await familyOf(next)).toEqual({ endReason: "reuse", marked: true, events: 1 });
  });

  it("revokes it also if the successor is used in the same batch", async () => {
    const { app, parent, next } = await rotated();
    const fixed = fixBatches(world.deps.tokens.store, 3);
    const batch = world.variant({ store: fixed.store });
    const outcomes = await Promise.all([parent, parent, next].map((pair) => present(app, pair, batch)));
    expect(outcomes).toEqual(["refresh_window_over", "refresh_window_over", "refresh_reused"]);
    expect(fixed.runs).toBe(1);
    expect(await historyOf(app)).toEqual(["token.late_parent", "token.reuse"]);
    expect(await familyOf(next)).toEqual({ endReason: "reuse", marked: true, events: 1 });
  });

  it("gets no pair from a replica with a longer window", async () => {
    const { app, parent } = await rotated();
    await present(app, parent);
    const longer = world.variant({ windows: { confidential: 3_000, public: 3_000 } });
    expect(await present(app, parent, longer)).toBe("refresh_window_over");
  });

  it("marks nothing if the request may be late", async () => {
    const { app, parent, next } = await rotated();
    const late = createCall({ mayBeLate: true });
    const request = { credentials: app.credentials, refreshToken: parent.refreshToken!, scopes: [] };
    expect(await reasonOf(world.tokens.refresh(request, late))).toBe("request_late");
    expect(await familyOf(next)).toMatchObject({ marked: false });
    expect(await present(app, next)).toBe("none");
    expect(await historyOf(app)).toEqual([]);
  });

  it("followed by a late request with the successor revokes nothing until a request is not late", async () => {
    const { app, parent, next } = await rotated();
    await present(app, parent);
    const request = { credentials: app.credentials, refreshToken: next.refreshToken!, scopes: [] };
    expect(await reasonOf(world.tokens.refresh(request, createCall({ mayBeLate: true })))).toBe("request_late");
    expect(await familyOf(next)).toMatchObject({ endReason: null });
    expect(await present(app, next)).toBe("refresh_reused");
  });

  describe("and a new authorization of the app", () => {
    /** A family of an account at a merchant, with or without a mark. `again` authorizes the app once more. */
    async function family({ marked }: { marked: boolean }) {
      const app = await world.app();
      const merchant = await world.merchant();
      const codeFor = (ownerId: string) => world.issueCode({ app, merchant: { id: merchant.id, ownerId } });
      const authorize = async (ownerId = merchant.ownerId, tokens = world.tokens) =>
        tokens.exchangeCode(app, { code: await codeFor(ownerId) });
      const first = await authorize();
      const next = await world.refreshWith(app, first.refreshToken);
      await world.age(601);
      if (marked) await present(app, first);
      return { app, merchant, next, authorize };
    }

    it("revokes the marked family once", async () => {
      const { app, next, authorize } = await family({ marked: true });
      const batch = world.variant({ store: fixBatches(world.deps.tokens.store, 2).store });
      const pairs = await Promise.all([authorize(undefined, batch), authorize(undefined, batch)]);
      expect(await world.isActive(next.accessToken)).toBe(false);
      expect(await present(app, next)).toBe("refresh_family_ended");
      expect(await familyOf(next)).toEqual({ endReason: "reauthorized", marked: true, events: 1 });
      expect(await historyOf(app)).toEqual(["token.late_parent", "token.reauthorized"]);
      for (const { accessToken } of pairs) expect(await world.isActive(accessToken)).toBe(true);
    });

    it("does not affect a family without a mark", async () => {
      const { app, next, authorize } = await family({ marked: false });
      await authorize();
      expect(await present(app, next)).toBe("none");
    });

    it("does not affect the marked family of another account", async () => {
      const { merchant, next, authorize } = await family({ marked: true });
      const colleague = await world.account();
      await world.sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')", [
        colleague,
        merchant.id,
      ]);
      await authorize(colleague);
      expect(await familyOf(next)).toMatchObject({ endReason: null });
    });
  });
});
