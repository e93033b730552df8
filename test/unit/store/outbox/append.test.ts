import { describe, expect, test } from "vitest";
import { perform } from "../../../../src/store/connection/query.ts";
import { decideTogether } from "../../../../src/store/connection/transaction.ts";
import { appendToOutbox, type NewEvent } from "../../../../src/store/outbox/append.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { installOn } from "../../../support/world/installations.ts";
import { outboxOf } from "../../../support/world/world.ts";

const world = useWorld();
const app = perFile(() => world.app());

const append = (...events: NewEvent[]) =>
  decideTogether(world.pools.ordinary, [0], async () => ({ decisions: [0], writes: [appendToOutbox(events)] }));
const suspended = (installationId: string): NewEvent => ({ type: "installation.suspended", installationId });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("the outbox", () => {
  test("stores the subjects, the version and the scopes of an installation's event", async () => {
    const { app, merchant, pair } = await world.install();
    const { installationId } = pair;
    await append(
      { type: "installation.scopes_changed", installationId, version: 7, scopes: [] },
      suspended(installationId),
      { type: "app.approved", clientId: app.clientId },
    );
    const subjects = { clientId: app.clientId, merchantId: merchant.id };
    expect((await outboxOf(world, installationId)).slice(1)).toEqual([
      { type: "installation.scopes_changed", sequence: 2, ...subjects, version: 7, scopes: [] },
      {
        type: "installation.suspended",
        sequence: 3,
        ...subjects,
        version: 1,
        scopes: ["orders.read", "orders.write"],
      },
    ]);
    expect(await outboxOf(world, app.clientId)).toEqual([
      {
        type: "app.approved",
        sequence: null,
        clientId: app.clientId,
        merchantId: null,
        version: null,
        scopes: null,
      },
    ]);
  });

  test("numbers the events of each installation and of all without gaps, after concurrent changes and rollbacks", async () => {
    const [one, two] = [await installOn(world, app), await installOn(world, app)];
    const ids = [one.pair.installationId, two.pair.installationId] as const;
    await Promise.all([
      ...numbers(30).map(() => append(suspended(ids[1]), suspended(ids[0]), suspended(ids[1]))),
      ...numbers(30).map(() => append(suspended(ids[0]))),
      ...numbers(10).map(() =>
        decideTogether(world.pools.ordinary, [0], async (query) => {
          await perform(query, appendToOutbox([suspended(ids[0]), { type: "app.rejected", clientId: app.clientId }]));
          throw new Error("rolled back");
        }),
      ),
    ]);
    expect((await outboxOf(world, ids[0])).map(({ sequence }) => sequence)).toEqual(numbers(61));
    expect((await outboxOf(world, ids[1])).map(({ sequence }) => sequence)).toEqual(numbers(61));
    expect(await outboxOf(world, app.clientId)).toEqual([]);
    const cursors = await world.rows<{ n: number }>("select cursor::int as n from event order by cursor");
    expect(cursors.map(({ n }) => n)).toEqual(numbers(cursors.length));
  });

  test("gives no cursor below one that is readable", async () => {
    const { pair } = await installOn(world, app);
    let done = false;
    const seen: number[][] = [];
    const watching = (async () => {
      for (let last = 0; !done; ) {
        const rows = await world.rows<{ n: number }>(
          "select cursor::int as n from event where cursor > $1 order by 1",
          [last],
        );
        seen.push(rows.map(({ n }) => n));
        last = seen.at(-1)!.at(-1) ?? last;
      }
    })();
    await Promise.all(numbers(100).map(() => append(suspended(pair.installationId))));
    done = true;
    await watching;
    const read = seen.flat();
    expect(read).toEqual(numbers(read.length));
  });
});
