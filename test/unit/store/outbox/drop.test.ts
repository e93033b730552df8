import { expect, test } from "vitest";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { dropOutboxEvents } from "../../../../src/store/outbox/drop.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("deletes the oldest events in batches and keeps the recent ones", async () => {
  await world.sql.query(`
    insert into event (cursor, type, client_id, at)
      select n, 'app.approved', 'a', clock_timestamp() - case when n <= 5 then 2 else 0 end * interval '1 day'
      from generate_series(1, 8) n`);
  const drop = (limit: number) =>
    withConnection(world.pools.ordinary, (query) => dropOutboxEvents(query, { keepFor: 86_400, limit }));
  const first = async () => (await world.rows("select min(cursor)::int as n from event"))[0]!.n;
  expect([await drop(3), await first()]).toEqual([3, 4]);
  expect([await drop(100), await first()]).toEqual([2, 6]);
  expect([await drop(100), await first()]).toEqual([0, 6]);
});
