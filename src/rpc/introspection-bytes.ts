import { create, type DescMethod, type Message, toBinary } from "@bufbuild/protobuf";
import {
  type BatchIntrospectRequest,
  Consistency,
  type IntrospectRequest,
  IntrospectResponseSchema,
  TokenService,
} from "../../gen/latchkey/v1/token_service_pb.ts";
import type { Introspection, TokenOperations } from "../service/tokens/operations.ts";
import { toIntrospection } from "./introspection-messages.ts";

/** The bytes of an answer that is at hand; null: it has to be waited for, or refused. */
export type AtOnce = (request: Message) => Uint8Array | null;

/** Introspections that need nothing but memory, for mounts that send bytes. */
export function introspectAtOnce(tokens: Pick<TokenOperations, "recall">): ReadonlyMap<DescMethod, AtOnce> {
  const { introspect, batchIntrospect } = TokenService.method;
  return new Map<DescMethod, AtOnce>([
    [introspect, (request) => recallOne(tokens, request as IntrospectRequest)],
    [batchIntrospect, (request) => recallAll(tokens, request as BatchIntrospectRequest)],
  ]);
}

function recallOne({ recall }: Pick<TokenOperations, "recall">, request: IntrospectRequest): Uint8Array | null {
  if (!mayBeOld(request.consistency)) return null;
  const answer = recall(request.token);
  return answer === null ? null : encodeIntrospection(answer);
}

function recallAll({ recall }: Pick<TokenOperations, "recall">, request: BatchIntrospectRequest): Uint8Array | null {
  const { tokens, consistency } = request;
  if (!mayBeOld(consistency) || tokens.length === 0) return null;
  const encoded: Uint8Array[] = [];
  for (const token of tokens) {
    const answer = recall(token);
    if (answer === null) return null;
    encoded.push(encodeIntrospection(answer));
  }
  return encodeResults(encoded);
}

function mayBeOld(consistency: Consistency): boolean {
  return consistency === Consistency.MINIMIZE_LATENCY || consistency === Consistency.UNSPECIFIED;
}

/** Everything of an answer but the time that it has left, which alone is another at each look. */
const lasting = new WeakMap<Introspection, Uint8Array>();

/** An answer as bytes of an IntrospectResponse. Those of an answer that is asked for again are made once. */
export function encodeIntrospection(answer: Introspection): Uint8Array {
  let bytes = lasting.get(answer);
  if (bytes === undefined) {
    bytes = toBinary(IntrospectResponseSchema, withoutTimeLeft(answer));
    lasting.set(answer, bytes);
  }
  return answer.active ? withTimeLeft(bytes, answer.validFor) : bytes;
}

function withoutTimeLeft(answer: Introspection) {
  const message = create(IntrospectResponseSchema, toIntrospection(answer));
  delete message.validFor;
  return message;
}

const LENGTH_DELIMITED = 2;
const VALID_FOR = (IntrospectResponseSchema.field.validFor.number << 3) | LENGTH_DELIMITED;
const SECONDS = 1 << 3;
const NANOS = 2 << 3;
/** Tag and length of the field, then its two members with a byte of tag and at most 5 of number each. */
const TIME_LEFT_BYTES = 14;

/** Fields may come in any order, so the one that changes comes last. */
function withTimeLeft(bytes: Uint8Array, micros: number): Uint8Array {
  const whole = Buffer.allocUnsafe(bytes.length + TIME_LEFT_BYTES);
  whole.set(bytes);
  const seconds = Math.floor(micros / 1_000_000);
  const start = bytes.length + 2;
  whole[start] = SECONDS;
  let end = writeVarint(whole, start + 1, seconds);
  whole[end] = NANOS;
  end = writeVarint(whole, end + 1, Math.floor(micros - seconds * 1_000_000) * 1_000);
  whole[bytes.length] = VALID_FOR;
  whole[bytes.length + 1] = end - start;
  return whole.subarray(0, end);
}

const RESULTS = (1 << 3) | LENGTH_DELIMITED;

/** A BatchIntrospectResponse of encoded answers. */
function encodeResults(answers: readonly Uint8Array[]): Uint8Array {
  // Nobody's answer needs more than 4 bytes for its length.
  const whole = Buffer.allocUnsafe(answers.reduce((sum, { length }) => sum + length + 5, 0));
  let end = 0;
  for (const answer of answers) {
    whole[end] = RESULTS;
    end = writeVarint(whole, end + 1, answer.length);
    whole.set(answer, end);
    end += answer.length;
  }
  return whole.subarray(0, end);
}

/** Writes a number below 2^32; gives where it ends. */
function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80;
  bytes[end] = rest;
  return end + 1;
}
