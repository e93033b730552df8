import pino from "pino";
import { expect, test } from "vitest";
import { startSecretExpiry } from "../../../../src/service/apps/secret-expiry.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { outboxOf } from "../../../support/world/world.ts";

const world = useWorld();

test("a client secret that ends within 14 days is announced once, by one of several processes", async () => {
  const start = () => startSecretExpiry({ management: world.management, log: pino({ level: "silent" }) }, 3_600_000);
  const jobs = [start(), start()];
  const endsIn = async (interval: string | null) => {
    const app = await world.app();
    await world.sql.query(
      "update app_secret set retires_at = clock_timestamp() + $2::interval where app_id = (select id from app where client_id = $1)",
      [app.clientId, interval],
    );
    return app.clientId;
  };
  const [soon, later, never, over] = [
    await endsIn("13 days 23 hours"),
    await endsIn("14 days 1 hour"),
    await endsIn(null),
    await endsIn("-1 hour"),
  ];
  for (let run = 0; run < 2; run++) await Promise.all(jobs.map((job) => job.run()));
  const typesOf = async (clientId: string) => (await outboxOf(world, clientId)).map(({ type }) => type);
  expect(await typesOf(soon!)).toEqual(["client_secret.expiring"]);
  const [event] = await world.rows(`select expiring_secret_id as id from event where client_id = $1`, [soon]);
  const [secret] = await world.rows(
    "select s.id from app_secret s join app a on a.id = s.app_id where a.client_id = $1",
    [soon],
  );
  expect(event).toEqual(secret);
  for (const clientId of [later, never, over]) expect(await typesOf(clientId!)).toEqual([]);
  for (const job of jobs) await job.stop();
});
