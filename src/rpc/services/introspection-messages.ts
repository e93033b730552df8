import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
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
const constantParts = new WeakMap<Introspection, Uint8Array>();

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

/** `valid_for` with its two varints of at most five bytes. */
const VALID_FOR_BYTES = 14;

/** `valid_for` is encoded by hand: the codec takes longer for it than for all else. Protobuf allows fields in any order. */
function encodeIntrospection(token: Introspection): Uint8Array {
  const constant = constantPartOf(token);
  if (!token.active) return constant;
  const bytes = Buffer.allocUnsafe(constant.length + VALID_FOR_BYTES);
  bytes.set(constant);
  const start = constant.length + 2;
  const seconds = Math.floor(token.validFor / MICROS);
  const nanos = Math.floor(token.validFor - seconds * MICROS) * 1_000;
  const end = writeField(bytes, writeField(bytes, start, [SECONDS, seconds]), [NANOS, nanos]);
  bytes[start - 2] = VALID_FOR;
  bytes[start - 1] = end - start;
  return bytes.subarray(0, end);
}

/** Writes a varint below 2^32 with its tag at `at`, and returns its end. */
function writeField(bytes: Buffer, at: number, [tag, value]: readonly [number, number]): number {
  let end = bytes.writeUInt8(tag, at);
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80;
  bytes[end++] = rest;
  return end;
}

function encodeResults(tokens: readonly Introspection[]): Uint8Array {
  const writer = new BinaryWriter();
  const { results } = BatchIntrospectResponseSchema.field;
  for (const token of tokens) writer.tag(results.number, WireType.LengthDelimited).bytes(encodeIntrospection(token));
  return writer.finish();
}
