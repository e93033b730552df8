import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import { LRUCache } from "lru-cache";
import {
  BatchIntrospectResponseSchema,
  IntrospectResponseSchema,
  TokenKind,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Introspection } from "../../service/tokens/introspection.ts";
import { encodable } from "../transports/implementation.ts";
import { toTimestamp } from "./fields.ts";

type IntrospectResponse = MessageInitShape<typeof IntrospectResponseSchema>;

export function toIntrospectResponse(token: Introspection): IntrospectResponse {
  return encodable<typeof IntrospectResponseSchema>(
    () => toIntrospection(token),
    () => encodeIntrospection(token),
  );
}

export function toBatchIntrospectResponse(
  tokens: readonly Introspection[],
): MessageInitShape<typeof BatchIntrospectResponseSchema> {
  return encodable<typeof BatchIntrospectResponseSchema>(
    () => ({ results: tokens.map(toIntrospection) }),
    () => encodeResults(tokens),
  );
}

/** `active` is always set: an absent field must not read as inactive. */
function toIntrospection(token: Introspection): IntrospectResponse {
  if (!token.active) return { active: false };
  const access = token.tokenKind === "access";
  return {
    ...token,
    tokenKind: access ? TokenKind.ACCESS : TokenKind.REFRESH,
    tokenType: access ? "Bearer" : "",
    issuedAt: toTimestamp(token.issuedAt),
    expiresAt: toTimestamp(token.expiresAt),
    validFor: toDuration(token.validFor),
  };
}

const MICROS = 1_000_000;

function toDuration(micros: number): Duration {
  const seconds = Math.floor(micros / MICROS);
  return create(DurationSchema, { seconds: BigInt(seconds), nanos: Math.floor(micros - seconds * MICROS) * 1_000 });
}

/** Encoded responses without `valid_for`, the only field that changes between lookups of a cached token. */
const constantParts = new LRUCache<Introspection, Uint8Array>({ max: 10_000 });

function constantPartOf(token: Introspection): Uint8Array {
  let bytes = constantParts.get(token);
  if (bytes === undefined) {
    const { validFor: _, ...constant } = toIntrospection(token);
    bytes = toBinary(IntrospectResponseSchema, create(IntrospectResponseSchema, constant));
    constantParts.set(token, bytes);
  }
  return bytes;
}

const VALID_FOR = (IntrospectResponseSchema.field.validFor.number << 3) | WireType.LengthDelimited;
const SECONDS = DurationSchema.field.seconds.number << 3;
const NANOS = DurationSchema.field.nanos.number << 3;

/** Protobuf fields may come in any order, so `valid_for` follows the constant part. */
function encodeIntrospection(token: Introspection): Uint8Array {
  const constant = constantPartOf(token);
  return token.active ? Buffer.concat([constant, encodeValidFor(token.validFor)]) : constant;
}

/** Encoded by hand: for 100 cached tokens, the codec takes longer for this field than for all else. */
function encodeValidFor(micros: number): Uint8Array {
  const seconds = Math.floor(micros / MICROS);
  const bytes = [VALID_FOR, 0, SECONDS];
  pushVarint(bytes, seconds);
  bytes.push(NANOS);
  pushVarint(bytes, Math.floor(micros - seconds * MICROS) * 1_000);
  bytes[1] = bytes.length - 2;
  return Uint8Array.from(bytes);
}

/** `value` is below 2^32. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

function encodeResults(tokens: readonly Introspection[]): Uint8Array {
  const writer = new BinaryWriter();
  const { results } = BatchIntrospectResponseSchema.field;
  for (const token of tokens) writer.tag(results.number, WireType.LengthDelimited).bytes(encodeIntrospection(token));
  return writer.finish();
}
