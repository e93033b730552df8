import { expect, test } from "vitest";
import { useTestSession } from "../../support/world/fixtures.ts";

const database = useTestSession();

async function one(text: string): Promise<Record<string, unknown>> {
  return (await database.client.query(text)).rows[0];
}

test("RFC 9562 §5.7: an id has version 7 and the variant 10", async () => {
  const { right } = await one(`
    select count(*) filter (where id::text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$')::int as right
    from (select uuidv7() as id from generate_series(1, 1000)) ids`);
  expect(right).toBe(1000);
});

const MICROS = `(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint * 1000
  + ('x' || substr(id::text, 16, 3))::bit(12)::int * 1000 / 4096)`;

test("the first 60 bits are the time, to a microsecond", async () => {
  const { within } = await one(`
    select bool_and(${MICROS} between before - 1 and after + 1) as within
    from (
      select (extract(epoch from clock_timestamp()) * 1000000)::bigint as before, uuidv7() as id,
        (extract(epoch from clock_timestamp()) * 1000000)::bigint as after
      from generate_series(1, 1000)
    ) ids`);
  expect(within).toBe(true);
});

test("an interval shifts the time", async () => {
  const { seconds } = await one(`
    select round((extract(epoch from clock_timestamp()) * 1000000 - ${MICROS}) / 1000000)::int as seconds
    from uuidv7(interval '-90 days') id`);
  expect(seconds).toBe(90 * 86_400);
});

test("ids of one session ascend, and no two are equal", async () => {
  const { ascending, different } = await one(`
    select bool_and(left(id::text, 18) >= previous) as ascending, count(distinct id)::int as different from (
      select id, lag(left(id::text, 18), 1, '') over (order by n) as previous
      from (select n, uuidv7() as id from generate_series(1, 20000) n) ids
    ) pairs`);
  expect({ ascending, different }).toEqual({ ascending: true, different: 20_000 });
});
