import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  ListAuditEventsRequestSchema,
  ListAuditEventsResponseSchema,
} from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { auditService } from "../../../../src/rpc/services/audit-service.ts";
import type { AuditList, ListedAuditEvent } from "../../../../src/store/audit/audit-list.ts";
import { keyCall } from "../../../support/world/calls.ts";

const EVENT: ListedAuditEvent = {
  id: "018f0000-0000-7000-8000-000000000001",
  at: 1_700_000_000_123_456,
  action: "app.approve",
  actorId: "018f0000-0000-7000-8000-000000000002",
  actorClientId: null,
  callerKeyId: "018f0000-0000-7000-8000-000000000003",
  callerName: "gateway",
  clientId: "app_1",
  installationId: null,
  merchantId: null,
  accountId: null,
  address: null,
  requestId: "r",
  detail: { revision: 2 },
  actorName: "Olga",
  actorEmail: "olga@example.com",
  actorClientName: null,
  clientName: "Orders",
  merchantName: null,
  accountName: null,
  accountEmail: null,
  matches: true,
  last: true,
};

/** Contains the given events and finds them by `clientId` alone. */
function auditListOf(...events: ListedAuditEvent[]): AuditList {
  return {
    async page(query) {
      const others = [query.installationId, query.merchantId, query.accountId, query.action];
      const matches = ({ clientId }: ListedAuditEvent) => (query.clientId ?? clientId) === clientId;
      const shown = events.filter((event) => matches(event) && others.every((value) => value === null));
      return { shown, next: shown[0] ?? null };
    },
  };
}

const list = async (init: MessageInitShape<typeof ListAuditEventsRequestSchema>, ...events: ListedAuditEvent[]) => {
  const service = auditService({ audit: auditListOf(...events) });
  const answer = await service.listAuditEvents(create(ListAuditEventsRequestSchema, init), keyCall());
  return create(ListAuditEventsResponseSchema, answer);
};

test("ListAuditEvents returns microseconds, the detail as JSON, and empty strings for absent ids", async () => {
  expect(await list({ clientId: "app_1" }, EVENT)).toMatchObject({
    events: [
      {
        eventId: EVENT.id,
        at: { seconds: 1_700_000_000n, nanos: 123_456_000 },
        action: "app.approve",
        actorAccountId: EVENT.actorId,
        clientId: "app_1",
        merchantId: "",
        address: "",
        detailJson: '{"revision":2}',
      },
    ],
    nextPageToken: expect.stringMatching(/^.+$/),
  });
});

test("ListAuditEvents returns the service key only if no account and no app acted", async () => {
  const byKey = { ...EVENT, actorId: null };
  const byApp = { ...byKey, actorClientId: "app_1" };
  const { events } = await list({}, EVENT, byKey, byApp);
  expect(events.map(({ serviceKeyId }) => serviceKeyId)).toEqual(["", EVENT.callerKeyId, ""]);
});

test("ListAuditEvents leaves out the addresses of a changed e-mail address", async () => {
  const detail = { from: "ada@example.com", to: "ada@example.org", browser: "Firefox" };
  const { events } = await list({}, { ...EVENT, action: "account.change_email", detail });
  expect(events.map(({ detailJson }) => detailJson)).toEqual(['{"browser":"Firefox"}']);
});

const ID = "018f0000-0000-7000-8000-000000000009";

test.each([{ installationId: ID }, { merchantId: "x" }, { accountId: ID }, { action: "x" }, { clientId: "x" }])(
  "ListAuditEvents filters by %o",
  async (filter) => {
    expect((await list(filter, EVENT)).events).toEqual([]);
  },
);
