import { describe, expect, test } from "vitest";
import { listEvents } from "../../../../src/service/events/list-events.ts";
import type { NewEvent } from "../../../../src/store/outbox/append.ts";
import { createOutbox, type OutboxFilter } from "../../../../src/store/outbox/read.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
const deps = perFile(async () => ({ outbox: createOutbox(world.management) }));

const ALL: OutboxFilter = { clientId: null, merchantId: null, type: null };
const list = (filter: Partial<OutboxFilter> = {}, page: { pageSize?: number; pageToken?: string } = {}) =>
  listEvents(deps, { ...ALL, ...filter, page: { pageSize: 0, pageToken: "", ...page } });
const emit = (...events: NewEvent[]) =>
  world.management.transactional(async (tx) => {
    for (const event of events) tx.emit(event);
  });
const of = (clientId: string): NewEvent => ({ type: "app.approved", clientId });
/** The cursors of all pages. */
async function listAll(filter: Partial<OutboxFilter>, pageSize: number): Promise<number[]> {
  const cursors: number[] = [];
  for (let pageToken = ""; ; ) {
    const { items, nextPageToken } = await list(filter, { pageSize, pageToken });
    cursors.push(...items.map(({ event }) => event.cursor));
    if (nextPageToken === "") return cursors;
    pageToken = nextPageToken;
  }
}

describe("listEvents", () => {
  test("returns the events of an installation with their subjects", async () => {
    const { app, merchant, pair } = await world.install();
    const [, { items }] = [await emit(of("app_other")), await list({ merchantId: merchant.id })];
    expect(items.map(({ event }) => event)).toEqual([
      {
        cursor: expect.any(Number),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: "installation.created",
        at: expect.any(Number),
        clientId: app.clientId,
        merchantId: merchant.id,
        installationId: pair.installationId,
        sequence: 1,
        installationVersion: 1,
        scopes: ["orders.read", "orders.write"],
        endpointId: null,
        secretId: null,
      },
    ]);
  });

  test("pages through all events, those of an app and those of a type, also past a thousand others", async () => {
    await emit(...Array.from({ length: 1_100 }, () => of("app_many")), of("app_few"));
    await emit({ type: "app.suspended", clientId: "app_few" }, of("app_many"));
    const rows = await world.rows<{ cursor: number; clientId: string; type: string }>(
      `select cursor::int, client_id as "clientId", type from event order by cursor`,
    );
    const cursors = (matches: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(matches).map(({ cursor }) => cursor);
    expect(await listAll({}, 200)).toEqual(cursors(() => true));
    expect(await listAll({ clientId: "app_few" }, 1)).toEqual(cursors(({ clientId }) => clientId === "app_few"));
    expect(await listAll({ type: "app.suspended" }, 50)).toEqual(cursors(({ type }) => type === "app.suspended"));
    const both = { clientId: "app_few", type: "app.approved" };
    expect(await listAll(both, 50)).toEqual(
      cursors(({ clientId, type }) => clientId === "app_few" && type === "app.approved"),
    );
    expect(await listAll({ merchantId: "\0" }, 50)).toEqual([]);
  });

  test("continues from the cursor of a page or of an event, with later events only", async () => {
    const { cursor } = await list({ clientId: "app_later" });
    await emit(of("app_later"), of("app_later"));
    const { items } = await list({ clientId: "app_later" }, { pageToken: cursor });
    expect(items).toHaveLength(2);
    const rest = await list({ clientId: "app_later" }, { pageToken: items[0]!.cursor });
    expect(rest.items.map(({ cursor }) => cursor)).toEqual([items[1]!.cursor]);
    expect((await list({}, { pageToken: rest.cursor })).items).toEqual([]);
  });

  test("refuses a page token that is no cursor", async () => {
    expect(await requestErrorOf(list({}, { pageToken: "WyJ4Il0" }))).toMatchObject({ reason: "PAGE_TOKEN" });
  });

  test.each([
    { name: "of another epoch", cursor: (text: string) => text.replace(/^[0-9a-f]{8}/, "00000000") },
    { name: "beyond the newest event", cursor: (text: string) => text.replace(/\.\d+\./, ".999999999.") },
    {
      name: "of another event with its number",
      cursor: (text: string) => text.replace(/\.[0-9a-f]{8}-/, ".00000000-"),
    },
  ])("refuses a cursor $name", async ({ cursor }) => {
    await emit(of("app_lost"));
    const page = await list({ clientId: "app_lost" });
    expect(await requestErrorOf(list({}, { pageToken: cursor(page.cursor) }))).toMatchObject({
      kind: "failed_precondition",
      reason: "CURSOR_EXPIRED",
    });
  });

  test("refuses a cursor whose next event was removed, and accepts one whose own event was", async () => {
    await emit(of("app_old"), of("app_old"), of("app_old"));
    const { items } = await list({ clientId: "app_old" });
    const [first, second] = items.map(({ cursor }) => cursor);
    await world.sql.query("delete from event where cursor <= $1", [items[1]!.event.cursor]);
    expect(await requestErrorOf(list({}, { pageToken: first! }))).toMatchObject({ reason: "CURSOR_EXPIRED" });
    expect((await list({}, { pageToken: second! })).items).toHaveLength(1);
  });
});
