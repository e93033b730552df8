import { afterEach, describe, expect, it } from "vitest";
import type { TokenPair } from "../../../../src/service/tokens/token-pair.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, idOf, reasonOf, type TestApp } from "../../../support/world/tokens.ts";
import { type FixedBatches, fixBatches } from "./fixed-batches.ts";

/** Items of a batch are decided in order of arrival, each with the state after the earlier ones. */
describe("a batch", () => {
  const world = useWorld();

  let fixed: FixedBatches;
  const inOneBatch = (size: number) => {
    fixed = fixBatches(world.deps.tokens.store, size);
    return world.variant({ store: fixed.store });
  };
  // One transaction for all items: the results are those of the batch, not of individual retries.
  afterEach(({ task }) => {
    expect(fixed.runs).toBe(task.name.startsWith("that the database rejects") ? 3 : 1);
  });
  const resultsOf = (attempts: Promise<TokenPair>[]) =>
    Promise.all(attempts.map((attempt) => attempt.catch((error) => error.reason ?? error.name)));

  it("one code three times: the first gets tokens, the second revokes the family, the third is rejected", async () => {
    const app = await world.app();
    const merchant = await world.merchant();
    const code = await world.issueCode({ app, merchant });
    const batch = inOneBatch(3);
    const [first, ...rest] = await resultsOf([1, 2, 3].map(() => batch.exchangeCode(app, { code })));
    expect(rest).toEqual(["code_reused", "code_reused"]);
    expect(await world.isActive((first as TokenPair).accessToken)).toBe(false);
    expect(await world.count("revocation_event", "subject_id = $1", [idOf(code)])).toBe(1);
    expect(await world.count("token_family", "id = $1 and ended_at is not null", [idOf(code)])).toBe(1);
  });

  it("two codes of one merchant: one new installation with the scopes of the later one", async () => {
    const app = await world.app();
    const merchant = await world.merchant();
    const wide = await world.issueCode({ app, merchant });
    const narrow = await world.issueCode({ app, merchant }, { scopes: ["orders.read"] });
    const batch = inOneBatch(2);
    const pairs = await Promise.all([
      batch.exchangeCode(app, { code: wide }),
      batch.exchangeCode(app, { code: narrow }),
    ]);
    expect(await world.look(pairs[0]!.accessToken)).toMatchObject({
      scopes: ["orders.read"],
      installationVersion: 1,
    });
    const { rows } = await world.sql.query(
      "select state, version, connected_at is not null as dated from installation where id = $1",
      [pairs[0]!.installationId],
    );
    expect(rows).toEqual([{ state: "ACTIVE", version: 1, dated: true }]);
    expect(await eventsOf(pairs[0]!.installationId)).toEqual(["INSTALLATION SCOPES_REDUCED"]);
    const audit = await world.sql.query(
      "select detail->'installed' as installed from audit_event where installation_id = $1 and action = 'token.exchange' order by id",
      [pairs[0]!.installationId],
    );
    expect(audit.rows.map(({ installed }) => installed)).toEqual([true, false]);
  });

  it("one refresh token three times: all get the same successor pair", async () => {
    const { app, pair } = await world.install();
    const batch = inOneBatch(3);
    const pairs = await Promise.all([1, 2, 3].map(() => batch.refreshWith(app, pair.refreshToken)));
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(new Set(pairs.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(await world.isActive(pairs[2]!.accessToken)).toBe(true);
  });

  it("a current token, then its parent: the parent is reuse and revokes the new pair", async () => {
    const { app, pair } = await world.install();
    const current = await world.refreshWith(app, pair.refreshToken);
    const batch = inOneBatch(2);
    const [won, lost] = await resultsOf([
      batch.refreshWith(app, current.refreshToken),
      batch.refreshWith(app, pair.refreshToken),
    ]);
    expect(lost).toBe("refresh_reused");
    expect(await world.isActive((won as TokenPair).accessToken)).toBe(false);
  });

  it("a reused token, then the current one: the second finds the family revoked", async () => {
    const { app, pair } = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    const current = await world.refreshWith(app, second.refreshToken);
    const batch = inOneBatch(2);
    const outcomes = await resultsOf([
      batch.refreshWith(app, pair.refreshToken),
      batch.refreshWith(app, current.refreshToken),
    ]);
    expect(outcomes).toEqual(["refresh_reused", "refresh_family_ended"]);
  });

  it("a kept token twice: two access tokens", async () => {
    const { app, pair } = await world.install({ refreshMode: "KEEP" });
    const batch = inOneBatch(2);
    const pairs = await Promise.all([1, 2].map(() => batch.refreshWith(app, pair.refreshToken)));
    expect(new Set(pairs.map(({ accessToken }) => accessToken)).size).toBe(2);
    for (const { accessToken } of pairs) expect(await world.isActive(accessToken)).toBe(true);
  });

  it("an access token and its refresh token, each revoked twice: two events", async () => {
    const { app, pair } = await world.install();
    const batch = inOneBatch(4);
    const revoke = (token: string) =>
      batch.revoke({ credentials: app.credentials, token, tokenTypeHint: "" }, createCall());
    const tokens = [pair.accessToken, pair.accessToken, pair.refreshToken!, pair.refreshToken!];
    await Promise.all(tokens.map((token) => revoke(token)));
    expect(await eventsOf(pair.installationId, pair)).toEqual(["TOKEN REVOKED", "FAMILY REVOKED"]);
  });

  it("items of different apps have independent results", async () => {
    const one = await world.install();
    const two = await world.install();
    const wrong: TestApp = { ...one.app, credentials: { clientId: one.app.clientId, proof: { kind: "none" } } };
    const batch = inOneBatch(4);
    const outcomes = await resultsOf([
      batch.refreshWith(wrong, one.pair.refreshToken),
      batch.refreshWith(two.app, one.pair.refreshToken),
      batch.refreshWith(two.app, two.pair.refreshToken),
      batch.refreshWith(one.app, one.pair.refreshToken),
    ]);
    expect(outcomes.map((outcome) => (typeof outcome === "string" ? outcome : outcome.merchantId))).toEqual([
      "client_secret_missing",
      "refresh_foreign",
      two.merchant.id,
      one.merchant.id,
    ]);
  });

  it("that the database rejects runs its items individually, so that one error affects one item", async () => {
    const good = await world.install();
    const bad = await world.install();
    await world.sql.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin if new.family_id = '${await familyOf(bad.pair)}' then raise exception 'no' using errcode = '53100'; end if; return new; end $$;
      create trigger refuse before insert on access_token for each row execute function refuse()`);
    const batch = inOneBatch(2);
    const outcomes = await Promise.all([
      reasonOf(batch.refreshWith(bad.app, bad.pair.refreshToken)),
      reasonOf(batch.refreshWith(good.app, good.pair.refreshToken)),
    ]);
    await world.sql.query("drop trigger refuse on access_token; drop function refuse()");
    expect(outcomes).toEqual(["StorageError", "none"]);
    expect(await reasonOf(world.refreshWith(bad.app, bad.pair.refreshToken))).toBe("none");
  });

  it("first Issues for one merchant insert one installation", async () => {
    const app = await world.app();
    const merchant = await world.merchant();
    const batch = inOneBatch(3);
    const codes = await Promise.all([1, 2, 3].map(() => batch.issueCode({ app, merchant })));
    expect(new Set(codes).size).toBe(3);
    expect(await world.count("installation", "app_id = $1", [app.id])).toBe(1);
  });

  /** The events of an installation and of its tokens, in order. */
  async function eventsOf(installationId: string, pair?: TokenPair): Promise<string[]> {
    const subjects = pair === undefined ? [] : [idOf(pair.accessToken), await familyOf(pair)];
    const { rows } = await world.sql.query(
      "select subject || ' ' || kind as event from revocation_event where subject_id = any($1) order by cursor",
      [[installationId, ...subjects]],
    );
    return rows.map(({ event }) => event);
  }

  async function familyOf(pair: TokenPair): Promise<string> {
    const { rows } = await world.sql.query("select family_id from access_token where id = $1", [
      idOf(pair.accessToken),
    ]);
    return rows[0].family_id;
  }
});
