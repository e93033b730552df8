import { describe, expect, test } from "vitest";
import { getAppStatistics } from "../../../../src/service/apps/get-app-statistics.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { countEvents } from "../../../../src/store/statistics/count-events.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createCall } from "../../../support/world/tokens.ts";

const world = useWorld();

const read = async (clientId: string | null, call = keyCall(), days = 30) => {
  await world.deps.tokens.store.counts.flush();
  await withConnection(world.pools.ordinary, (query) => countEvents(query, 1_000));
  return getAppStatistics(world.deps, { clientId, days }, call);
};

describe("getAppStatistics", () => {
  test("counts installs, refreshes, refused refreshes and reuse on their day", async () => {
    await quietWindow(900);
    const { app, merchant, pair } = await world.install();
    const { clientId, credentials } = app;
    const refresh = (refreshToken: string | null) =>
      world.tokens.refresh({ credentials, refreshToken: refreshToken!, scopes: [] }, createCall());
    const second = await refresh(pair.refreshToken);
    const third = await refresh(second.refreshToken);
    // A retry with the newest spent token returns the same tokens, and is no second refresh.
    await refresh(second.refreshToken);
    await expect(refresh(pair.refreshToken)).rejects.toThrow();
    // Others who guess tokens do not change the app's counts.
    await expect(refresh("lk_rt_guessed")).rejects.toThrow();
    expect(third.refreshToken).not.toBe("");
    await uninstall(world.deps, { installationId: pair.installationId, party: "MERCHANT" }, callOf(merchant.ownerId));
    const days = await read(clientId);
    expect(days).toHaveLength(30);
    const today = new Date().toISOString().slice(0, 10);
    expect(days.at(-1)).toEqual({
      day: today,
      installs: 1,
      uninstalls: 1,
      exchanges: 1,
      refreshes: 2,
      refreshFailures: 1,
      reuses: 1,
    });
    const { day: _day, ...counts } = days[0]!;
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0]);
    const all = await read(null, keyCall(), 1);
    expect(all).toHaveLength(1);
    expect(all[0]!.refreshes).toBeGreaterThanOrEqual(2);
  });

  test("gives a developer the counts of their own apps only", async () => {
    const [own, other] = [await world.app(), await world.app()];
    const developer = callOf(own.developerId, { developer: true });
    expect(await read(own.clientId, developer, 7)).toHaveLength(7);
    const missing = { kind: "not_found", reason: "NOT_FOUND" };
    expect(await requestErrorOf(read(other.clientId, developer))).toEqual(missing);
    const invalid = { kind: "invalid_argument", reason: "INVALID" };
    expect(await requestErrorOf(read(null, developer))).toEqual(invalid);
    expect(await requestErrorOf(read(own.clientId, developer, 401))).toEqual(invalid);
  });
});
