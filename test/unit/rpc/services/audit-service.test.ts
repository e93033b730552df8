import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  ListAuditEventsRequestSchema,
  ListAuditEventsResponseSchema,
} from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { auditService } from "../../../../src/rpc/services/audit-service.ts";
import type { AuditFilter, AuditOperations } from "../../../../src/service/audit/operations.ts";
import type { AuditRecord } from "../../../../src/service/audit/records.ts";
import { keyCall } from "../../service/fixture.ts";

const EVENT: AuditRecord = {
  eventId: "018f0000-0000-7000-8000-000000000001",
  at: 1_700_000_000_123_456,
  action: "app.approve",
  actorAccountId: "018f0000-0000-7000-8000-000000000002",
  serviceKeyId: null,
  callerName: "gateway",
  actorClientId: null,
  clientId: "app_1",
  installationId: null,
  merchantId: null,
  accountId: null,
  address: null,
  requestId: "r",
  detail: { revision: 2 },
  actorAccountName: "Olga",
  actorAccountEmail: "olga@example.com",
  actorClientName: null,
  clientName: "Orders",
  merchantName: null,
  accountName: null,
  accountEmail: null,
};

/** A trail of one event, found by its app alone. */
const trail: AuditOperations = {
  async list(filter: AuditFilter) {
    const others = [filter.installationId, filter.merchantId, filter.accountId, filter.action];
    const found = (filter.clientId ?? EVENT.clientId) === EVENT.clientId && others.every((value) => value === null);
    return { items: found ? [EVENT] : [], nextPageToken: found ? "next" : "" };
  },
};

test("AuditService shows an event to the microsecond, its detail as JSON, and absent ids as empty", async () => {
  const request = create(ListAuditEventsRequestSchema, { clientId: "app_1" });
  const answer = create(ListAuditEventsResponseSchema, await auditService(trail).listAuditEvents(request, keyCall()));
  expect(answer).toMatchObject({
    events: [
      {
        eventId: EVENT.eventId,
        at: { seconds: 1_700_000_000n, nanos: 123_456_000 },
        action: "app.approve",
        actorAccountId: EVENT.actorAccountId,
        serviceKeyId: "",
        clientId: "app_1",
        merchantId: "",
        address: "",
        detailJson: '{"revision":2}',
      },
    ],
    nextPageToken: "next",
  });
});

test("AuditService passes every filter on", async () => {
  for (const filter of [
    { installationId: "x" },
    { merchantId: "x" },
    { accountId: "x" },
    { action: "x" },
    { clientId: "x" },
  ]) {
    const request = create(ListAuditEventsRequestSchema, filter);
    expect((await auditService(trail).listAuditEvents(request, keyCall())).events).toEqual([]);
  }
});
