import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  ListEventsRequestSchema,
  ListEventsResponseSchema,
  WatchEventsRequestSchema,
  WatchEventsResponseSchema,
} from "../../../../gen/latchkey/v1/event_service_pb.ts";
import { eventService } from "../../../../src/rpc/services/event-service.ts";
import type { Outbox, RecordedOutboxEvent } from "../../../../src/store/outbox/read.ts";
import { keyCall } from "../../../support/world/calls.ts";

const EPOCH = "11111111-1111-4111-8111-111111111111";
const ID = "018f0000-0000-7000-8000-000000000001";
const EVENT: RecordedOutboxEvent = {
  cursor: 7,
  id: ID,
  type: "installation.created",
  at: 1_700_000_000_123_456,
  clientId: "app_1",
  merchantId: "shop-1",
  installationId: "018f0000-0000-7000-8000-000000000002",
  sequence: 1,
  installationVersion: 1,
  scopes: ["orders.read"],
  endpointId: null,
  secretId: null,
};
const OF_APP: RecordedOutboxEvent = {
  ...EVENT,
  type: "app.approved",
  merchantId: null,
  installationId: null,
  sequence: null,
  installationVersion: null,
  scopes: null,
  secretId: ID,
};

/** Contains one event. */
function outboxOf(event: RecordedOutboxEvent): Outbox {
  return {
    async read({ after, clientId }) {
      const position = { epoch: EPOCH, cursor: event.cursor, eventId: event.id };
      if (after !== null && after.epoch !== EPOCH) return { kind: "gap", position };
      const isNew = after === null || after.cursor < event.cursor;
      const events = isNew && (clientId ?? event.clientId) === event.clientId ? [event] : [];
      return { kind: "events", epoch: EPOCH, events, position, hasMore: false };
    },
  };
}

async function list(init: MessageInitShape<typeof ListEventsRequestSchema>, event = EVENT) {
  const service = eventService({ outbox: outboxOf(event) });
  return create(ListEventsResponseSchema, await service.listEvents(create(ListEventsRequestSchema, init), keyCall()));
}

const MESSAGE = {
  eventId: ID,
  type: "installation.created",
  at: { seconds: 1_700_000_000n, nanos: 123_456_000 },
  sequence: 1,
  clientId: "app_1",
  merchantId: "shop-1",
  installationId: EVENT.installationId,
  installationVersion: 1,
  scopes: ["orders.read"],
  cursor: `${EPOCH}.7.${ID}`,
};

describe("EventService", () => {
  test("ListEvents returns microseconds, and the cursor after the event and after the page", async () => {
    expect(await list({ clientId: "app_1" })).toMatchObject({
      events: [MESSAGE],
      nextPageToken: "",
      cursor: MESSAGE.cursor,
    });
    expect((await list({ clientId: "app_2" })).events).toEqual([]);
  });

  test("ListEvents returns empty fields for an event of an app", async () => {
    expect((await list({}, OF_APP)).events).toMatchObject([
      {
        type: "app.approved",
        clientId: "app_1",
        merchantId: "",
        installationId: "",
        sequence: 0,
        installationVersion: 0,
        scopes: [],
        endpointId: "",
        secretId: ID,
      },
    ]);
  });

  test("WatchEvents streams events, heartbeats and resets", async () => {
    const service = eventService({ outbox: outboxOf(EVENT) });
    const read = async (cursor: string, count: number) => {
      const request = create(WatchEventsRequestSchema, { cursor });
      const messages: unknown[] = [];
      for await (const message of service.watchEvents(request, keyCall())) {
        messages.push(create(WatchEventsResponseSchema, message).message);
        if (messages.length === count) break;
      }
      return messages;
    };
    expect(await read(`${EPOCH}.6`, 2)).toMatchObject([
      { case: "event", value: MESSAGE },
      { case: "heartbeat", value: { cursor: MESSAGE.cursor } },
    ]);
    expect(await read("", 2)).toMatchObject([
      { case: "reset", value: { cursor: MESSAGE.cursor } },
      { case: "heartbeat", value: { cursor: MESSAGE.cursor } },
    ]);
  });
});
