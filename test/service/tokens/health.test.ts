import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type Installed, idOf, install, reasonOf, refreshWith, type World } from "./world.ts";

describe("the health of an installation", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const health = async ({ pair }: Installed) => {
    // While that one holds the row, a note of its health is left out: losing it harms nobody but this test.
    await world.dependencies.store.lastUse.flush();
    await world.dependencies.store.health.flush();
    const { rows } = await world.sql.query(
      `select last_refreshed_at as refreshed, extract(epoch from tokens_expire_at - clock_timestamp())::float8 as left,
         last_failed_at as failed, last_failure as failure from installation where id = $1`,
      [pair.installationId],
    );
    return rows[0] as { refreshed: Date | null; left: number; failed: Date | null; failure: string | null };
  };
  const near = (seconds: number) => expect.closeTo(seconds, -2);

  it("says from the exchange on when the tokens end, and from the first refresh on when that was", async () => {
    const installed = await install(world);
    expect(await health(installed)).toEqual({ refreshed: null, left: near(7_776_000), failed: null, failure: null });
    await refreshWith(world.tokens, installed.app, installed.pair.refreshToken);
    expect(await health(installed)).toMatchObject({
      refreshed: expect.any(Date),
      left: near(7_776_000),
      failure: null,
    });
  });

  it("is written at most hourly while refreshes succeed", async () => {
    const installed = await install(world);
    const second = await refreshWith(world.tokens, installed.app, installed.pair.refreshToken);
    const { refreshed } = await health(installed);
    await refreshWith(world.tokens, installed.app, second.refreshToken);
    expect((await health(installed)).refreshed).toEqual(refreshed);
  });

  it("T6 says that a used token came back, and only the first failure of an hour", async () => {
    const installed = await install(world);
    const { app, pair } = installed;
    const second = await refreshWith(world.tokens, app, pair.refreshToken);
    await refreshWith(world.tokens, app, second.refreshToken);
    expect(await reasonOf(refreshWith(world.tokens, app, pair.refreshToken))).toBe("refresh_reused");
    expect(await health(installed)).toMatchObject({ failed: expect.any(Date), failure: "REUSED" });
    expect(await reasonOf(refreshWith(world.tokens, app, pair.refreshToken))).toBe("refresh_family_ended");
    expect(await health(installed)).toMatchObject({ failure: "REUSED" });
    await world.sql.query("update installation set last_failed_at = last_failed_at - interval '61 minutes'");
    await reasonOf(refreshWith(world.tokens, app, pair.refreshToken));
    expect(await health(installed)).toMatchObject({ failure: "ENDED" });
  });

  it("says that the app's secret was wrong, to whoever holds the token itself", async () => {
    const installed = await install(world);
    const { app, pair } = installed;
    const other = await world.secret((await world.app()).id);
    const wrong = {
      ...app,
      credentials: { ...app.credentials, proof: { kind: "secret", secret: other.text } as const },
    };
    expect(await reasonOf(refreshWith(world.tokens, wrong, forged(pair.refreshToken!)))).toBe("client_secret_wrong");
    expect(await health(installed)).toMatchObject({ failure: null });
    expect(await reasonOf(refreshWith(world.tokens, wrong, pair.refreshToken))).toBe("client_secret_wrong");
    expect(await health(installed)).toMatchObject({ failure: "CREDENTIALS" });
  });

  it("T3 is not for another app to write", async () => {
    const installed = await install(world);
    const stranger = await world.app();
    expect(await reasonOf(refreshWith(world.tokens, stranger, installed.pair.refreshToken))).toBe("refresh_foreign");
    expect(await health(installed)).toMatchObject({ failure: null });
  });

  /** A well-formed token with the id of a real one and another secret. */
  function forged(token: string): string {
    return world.dependencies.format.format("rt", idOf(token), new Uint8Array(32));
  }
});
