import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idOf, type TestApp } from "../../support/world/tokens.ts";
import { createWorld, type World } from "../../support/world/world.ts";
import { type Racers, startRacers } from "./racers.ts";
import { type Race, type Tally, toTally } from "./tally.ts";

const RACES = Number(process.env.RACES);
const PROCESSES = 3;
/** The number of concurrent races, so that waiting requests share transactions. */
const CONCURRENCY = 100;
/** The rows of a family after one code race, or after any number of refresh races. */
const ENDED_ONCE = { generation: 1, ended: true, refresh: 1, access: 1, events: 1 };

describe(`${RACES} races of each kind over ${PROCESSES} processes`, () => {
  let world: World;
  let racers: Racers;
  let app: TestApp;
  let merchants: { id: string; ownerId: string }[];
  beforeAll(async () => {
    world = await createWorld();
    racers = await startRacers({ url: world.url, keys: world.keys }, PROCESSES);
    app = await world.app();
    merchants = await Promise.all(Array.from({ length: CONCURRENCY }, () => world.merchant()));
  });
  afterAll(async () => {
    await racers?.stop();
    await world?.close();
  });

  const issueEach = (): Promise<string[]> =>
    Promise.all(merchants.map((merchant) => world.issueCode({ app, merchant })));

  /** Runs concurrent races, each for its own token. Every process attempts each of them. */
  async function raceFor(operation: Race["operation"], tokens: string[]): Promise<Race["attempts"][]> {
    return racers.race(tokens.map((token) => ({ operation, credentials: app.credentials, token, width: PROCESSES })));
  }

  // Reads each table only once. Without an index by family, lookups would take longer with each race.
  async function familiesOf(ids: string[]) {
    const { rows } = await world.sql.query(
      `with r as (select family_id, count(*)::int as n from refresh_token where family_id = any($1::uuid[]) group by 1),
         a as (select family_id, count(*)::int as n from access_token where family_id = any($1::uuid[]) group by 1),
         e as (select subject_id, count(*)::int as n from revocation_event where subject_id = any($1::text[]) group by 1)
       select f.generation, f.ended_at is not null as ended, coalesce(r.n, 0) as refresh, coalesce(a.n, 0) as access, coalesce(e.n, 0) as events
       from token_family f left join r on r.family_id = f.id left join a on a.family_id = f.id left join e on e.subject_id = f.id::text
       where f.id = any($1::uuid[])`,
      [ids],
    );
    return rows;
  }

  it("K2 a code is redeemed once, and its replays revoke the family once", async () => {
    const began = performance.now();
    const tally: Tally = toTally("code");
    const wrong: unknown[] = [];
    while (tally.races < RACES) {
      const codes = await issueEach();
      for (const attempts of await raceFor("exchange", codes)) tally.add({ operation: "exchange", attempts });
      wrong.push(...(await familiesOf(codes.map(idOf))).filter((family) => !isDeepStrictEqual(family, ENDED_ONCE)));
    }
    console.log(tally.line(performance.now() - began));
    console.log(...tally.said());
    expect(wrong).toEqual([]);
    expect(tally.faults()).toEqual({ double: 0, none: 0, server: 0, other: 0 });
  });

  it("T4 each refresh token of a family has one successor, on any process", async () => {
    const began = performance.now();
    const tally = toTally("refresh");
    const codes = await issueEach();
    const pairs = await Promise.all(codes.map((code) => world.exchangeCode(app, { code })));
    let tokens = pairs.map(({ refreshToken }) => refreshToken!);
    let generation = 1;
    for (; tally.races < RACES; generation++) {
      const results = await raceFor("refresh", tokens);
      for (const attempts of results) tally.add({ operation: "refresh", attempts });
      tokens = results.map(([first]) => (first && "refreshToken" in first ? first.refreshToken! : ""));
    }
    const left = { generation, ended: false, refresh: generation, access: generation, events: 0 };
    console.log(tally.line(performance.now() - began));
    console.log(...tally.said());
    expect((await familiesOf(codes.map(idOf))).filter((family) => !isDeepStrictEqual(family, left))).toEqual([]);
    expect(tally.faults()).toEqual({ double: 0, none: 0, server: 0, other: 0 });
  });
});
