import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  EventSchema,
  ListEventsRequest,
  WatchEventsRequest,
  WatchEventsResponseSchema,
} from "../../../gen/latchkey/v1/event_service_pb.ts";
import type { ListedEvent } from "../../service/events/list-events.ts";
import type { EventMessage } from "../../service/events/watch-events.ts";
import type { OutboxFilter } from "../../store/outbox/read.ts";
import { orNull, toTimestamp } from "./fields.ts";

export function fromFilter(request: ListEventsRequest | WatchEventsRequest): OutboxFilter {
  return {
    clientId: orNull(request.clientId),
    merchantId: orNull(request.merchantId),
    type: orNull(request.type),
  };
}

export function toEvent({ cursor, event }: ListedEvent): MessageInitShape<typeof EventSchema> {
  return {
    eventId: event.id,
    type: event.type,
    at: toTimestamp(event.at),
    sequence: event.sequence ?? 0,
    clientId: event.clientId,
    merchantId: event.merchantId ?? "",
    installationId: event.installationId ?? "",
    installationVersion: event.installationVersion ?? 0,
    scopes: event.scopes ?? [],
    endpointId: event.endpointId ?? "",
    secretId: event.secretId ?? "",
    cursor,
  };
}

/** Converts a message of the outbox to a message of the stream. */
export function toEventMessage(message: EventMessage): MessageInitShape<typeof WatchEventsResponseSchema> {
  if (message.kind === "event") return { message: { case: "event", value: toEvent(message) } };
  return { message: { case: message.kind, value: { cursor: message.cursor } } };
}
