import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idOf, type TestApp } from "../../support/world/tokens.ts";
import { createWorld, type World } from "../../support/world/world.ts";
import type { Attempt, Race } from "./racer.ts";
import { type Racers, startRacers } from "./racers.ts";

/** The cases: requests per race, number of races, and number of concurrent races. */
const WIDTHS = [
  { width: 2, races: 350, concurrency: 25 },
  { width: 8, races: 125, concurrency: 5 },
  { width: 50, races: 25, concurrency: 1 },
];

describe("races over two processes", () => {
  let world: World;
  let processes: Racers;
  let app: TestApp;
  let merchants: { id: string; ownerId: string }[];
  let codes = 0;
  beforeAll(async () => {
    world = await createWorld();
    processes = await startRacers({ url: world.url, keys: world.keys }, 2);
    app = await world.app();
    merchants = await Promise.all(Array.from({ length: 25 }, () => world.merchant()));
  });
  afterAll(async () => {
    await processes?.stop();
    await world?.close();
  });

  /** Runs all races of one width. `make` creates the token of a race. */
  async function runRaces(
    { width, races, concurrency }: (typeof WIDTHS)[number],
    operation: Race["operation"],
    make: () => Promise<{ token: string; familyId: string }>,
  ): Promise<{ familyId: string; attempts: Attempt[] }[]> {
    const outcomes: { familyId: string; attempts: Attempt[] }[] = [];
    for (let done = 0; done < races; done += concurrency) {
      const made = await Promise.all(Array.from({ length: concurrency }, make));
      const results = await processes.race(
        made.map(({ token }) => ({ operation, credentials: app.credentials, token, width })),
      );
      for (const [at, attempts] of results.entries()) outcomes.push({ familyId: made[at]!.familyId, attempts });
    }
    return outcomes;
  }

  async function makeCode() {
    const merchant = merchants[codes++ % merchants.length]!;
    const token = await world.issueCode({ app, merchant });
    return { token, familyId: idOf(token) };
  }

  async function makeRefreshToken() {
    const { token: code, familyId } = await makeCode();
    const pair = await world.exchangeCode(app, { code });
    return { token: pair.refreshToken!, familyId };
  }

  const familiesOf = async (outcomes: { familyId: string }[]) => {
    const { rows } = await world.sql.query(
      `select f.generation, f.ended_at is not null as ended,
         (select count(*)::int from refresh_token r where r.family_id = f.id) as refresh,
         (select count(*)::int from access_token a where a.family_id = f.id) as access,
         (select count(*)::int from revocation_event e where e.subject_id = f.id::text) as events
       from token_family f where f.id = any($1)`,
      [outcomes.map(({ familyId }) => familyId)],
    );
    return rows;
  };

  it.each(WIDTHS)(
    "K2 $races codes, each redeemed $width times concurrently: one succeeds, and the replays revoke its family once",
    async (shape) => {
      const outcomes = await runRaces(shape, "exchange", makeCode);
      for (const { attempts } of outcomes) {
        const reasons = attempts.map((attempt) => ("reason" in attempt ? attempt.reason : "won")).sort();
        expect(reasons).toEqual([...new Array(shape.width - 1).fill("code_reused"), "won"]);
      }
      const families = await familiesOf(outcomes);
      expect(families).toEqual(
        new Array(shape.races).fill({ generation: 1, ended: true, refresh: 1, access: 1, events: 1 }),
      );
    },
  );

  it.each(WIDTHS)(
    "T4 $races refresh tokens, each sent $width times concurrently: all get one pair, and there is one successor",
    async (shape) => {
      const outcomes = await runRaces(shape, "refresh", makeRefreshToken);
      for (const { attempts } of outcomes) {
        const pairs = attempts.map((attempt) => JSON.stringify(attempt));
        expect(new Set(pairs).size).toBe(1);
        expect(attempts[0]).toHaveProperty("accessToken");
      }
      const families = await familiesOf(outcomes);
      expect(families).toEqual(
        new Array(shape.races).fill({ generation: 2, ended: false, refresh: 2, access: 2, events: 0 }),
      );
    },
  );

  it("used large batches in one process and small ones in the other", () => {
    const [large, small] = processes.largestGroups();
    expect(large).toBeGreaterThanOrEqual(25);
    expect(small).toBe(3);
  });
}, 300_000);
