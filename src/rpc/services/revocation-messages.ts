import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type RevocationEventSchema,
  RevocationKind,
  type WatchRevocationsResponseSchema,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { WatchMessage } from "../../service/tokens/watch-revocations.ts";
import { toTimestamp } from "./fields.ts";

type Response = MessageInitShape<typeof WatchRevocationsResponseSchema>;
type Happened = Extract<WatchMessage, { kind: "event" }>;
type Subject = NonNullable<MessageInitShape<typeof RevocationEventSchema>["subject"]>;

const SUBJECTS: Record<Happened["event"]["subject"], (id: string) => Subject> = {
  TOKEN: (value) => ({ case: "tokenId", value }),
  FAMILY: (value) => ({ case: "familyId", value }),
  INSTALLATION: (value) => ({ case: "installationId", value }),
  APP: (value) => ({ case: "clientId", value }),
  MERCHANT: (value) => ({ case: "merchantId", value }),
  EVERYTHING: () => ({ case: "everything", value: true }),
};

/** Converts a feed message to a message of the stream. */
export function toRevocationMessage(message: WatchMessage): Response {
  const { cursor } = message;
  if (message.kind === "event") return { message: { case: "event", value: toEvent(message) } };
  if (message.kind === "reset") return { message: { case: "reset", value: { cursor } } };
  // Rounds the age up and the elapsed time down, so that the client never takes the feed for newer than it is.
  const ageMs = Number.isFinite(message.ageMs) ? BigInt(Math.ceil(message.ageMs)) : UNKNOWN_AGE;
  const elapsedMs = BigInt(Math.floor(message.elapsedMs));
  return { message: { case: "heartbeat", value: { cursor, ageMs, elapsedMs } } };
}

/** Half the field's maximum, so that a client can add to it. */
const UNKNOWN_AGE = 1n << 62n;

function toEvent({ cursor, event }: Happened): MessageInitShape<typeof RevocationEventSchema> {
  return {
    cursor,
    eventId: event.eventId,
    subject: SUBJECTS[event.subject](event.subjectId),
    kind: RevocationKind[event.kind],
    notBefore: toTimestamp(event.notBefore),
    installationVersion: event.installationVersion ?? 0,
    at: toTimestamp(event.at),
  };
}
