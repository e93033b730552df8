import { create, type DescField, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Duration, DurationSchema, TimestampSchema } from "@bufbuild/protobuf/wkt";
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

const FIELDS = IntrospectResponseSchema.field;
/** Shared, because a new writer allocates its buffer three times for one response. */
const writer = new BinaryWriter();

type ActiveToken = Extract<Introspection, { active: true }>;

/** Encodes all fields except `valid_for` by hand, because the codec takes four times as long. A test compares the two encodings. */
function encodeConstantPart(token: ActiveToken): Uint8Array {
  // Discards what a failed encoding has left.
  writer.finish();
  writer.tag(FIELDS.active.number, WireType.Varint).bool(true);
  const access = token.tokenKind === "access";
  for (const scope of token.scopes) writeString(FIELDS.scopes, scope);
  writeString(FIELDS.clientId, token.clientId);
  writeString(FIELDS.merchantId, token.merchantId);
  writeString(FIELDS.installationId, token.installationId);
  writer.tag(FIELDS.installationVersion.number, WireType.Varint).int32(token.installationVersion);
  writeString(FIELDS.accountId, token.accountId);
  writeString(FIELDS.familyId, token.familyId);
  writeString(FIELDS.tokenId, token.tokenId);
  writer.tag(FIELDS.tokenKind.number, WireType.Varint).int32(access ? TokenKind.ACCESS : TokenKind.REFRESH);
  if (access) writeString(FIELDS.tokenType, "Bearer");
  writeTimestamp(FIELDS.issuedAt, token.issuedAt);
  writeTimestamp(FIELDS.expiresAt, token.expiresAt);
  writeString(FIELDS.issuer, token.issuer);
  writer.tag(FIELDS.test.number, WireType.Varint).bool(token.test);
  return writer.finish();
}

function writeString({ number }: DescField, text: string): void {
  writer.tag(number, WireType.LengthDelimited).string(text);
}

/** Correct until the year 2106, when the seconds exceed 32 bits. */
function writeTimestamp({ number }: DescField, micros: number): void {
  const seconds = Math.floor(micros / MICROS);
  writer.tag(number, WireType.LengthDelimited).fork();
  writer.tag(TimestampSchema.field.seconds.number, WireType.Varint).uint32(seconds);
  writer.tag(TimestampSchema.field.nanos.number, WireType.Varint).int32(Math.round(micros - seconds * MICROS) * 1_000);
  writer.join();
}

const VALID_FOR = (IntrospectResponseSchema.field.validFor.number << 3) | WireType.LengthDelimited;
const SECONDS_TAG = DurationSchema.field.seconds.number << 3;
const NANOS_TAG = DurationSchema.field.nanos.number << 3;

/** The maximum encoded size of `valid_for`, whose two varints have at most five bytes each. */
const VALID_FOR_BYTES = 14;

const INACTIVE = toBinary(IntrospectResponseSchema, create(IntrospectResponseSchema, { active: false }));

/** Protobuf allows fields in any order, so `valid_for` is last. */
function encodeIntrospection(token: Introspection): Uint8Array {
  if (!token.active) return INACTIVE;
  if (token.encoded === null) token.encoded = Buffer.from(encodeConstantPart(token)).toString("latin1");
  const constant = token.encoded ?? encodeConstantPart(token);
  const bytes = Buffer.allocUnsafe(constant.length + VALID_FOR_BYTES);
  if (typeof constant === "string") bytes.write(constant, "latin1");
  else bytes.set(constant);
  const start = constant.length + 2;
  const seconds = Math.floor(token.validFor / MICROS);
  const nanos = Math.floor(token.validFor - seconds * MICROS) * 1_000;
  const end = writeField(bytes, writeField(bytes, start, [SECONDS_TAG, seconds]), [NANOS_TAG, nanos]);
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
  const batch = new BinaryWriter();
  const { results } = BatchIntrospectResponseSchema.field;
  for (const token of tokens) batch.tag(results.number, WireType.LengthDelimited).bytes(encodeIntrospection(token));
  return batch.finish();
}
