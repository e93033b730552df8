import { create, type DescMethod, type Message, toBinary } from "@bufbuild/protobuf";
import {
  type BatchIntrospectRequest,
  Consistency,
  type IntrospectRequest,
  IntrospectResponseSchema,
  TokenService,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Caller } from "../../service/call.ts";
import { BATCH_MAX } from "../../service/tokens/introspect.ts";
import type { Introspection, TokenOperations } from "../../service/tokens/operations.ts";
import { toIntrospection } from "./introspection-messages.ts";

/** Returns the encoded response from cache; null if the async path has to answer. */
export type SyncHandler = (request: Message, caller: Caller) => Uint8Array | null;

type Recall = TokenOperations["recall"];

/** Introspection from the in-process cache, for transports that send bytes. */
export function introspectSync({ recall }: Pick<TokenOperations, "recall">): ReadonlyMap<DescMethod, SyncHandler> {
  const { introspect, batchIntrospect } = TokenService.method;
  return new Map<DescMethod, SyncHandler>([
    [introspect, (request, caller) => recallOne(recall, request as IntrospectRequest, caller)],
    [batchIntrospect, (request, caller) => recallAll(recall, request as BatchIntrospectRequest, caller)],
  ]);
}

function recallOne(recall: Recall, request: IntrospectRequest, caller: Caller): Uint8Array | null {
  if (!mayBeOld(request.consistency)) return null;
  const answers = recall([request.token], caller);
  return answers === null ? null : encodeIntrospection(answers[0]!);
}

function recallAll(recall: Recall, request: BatchIntrospectRequest, caller: Caller): Uint8Array | null {
  const { tokens, consistency } = request;
  if (!mayBeOld(consistency) || tokens.length === 0 || tokens.length > BATCH_MAX) return null;
  const answers = recall(tokens, caller);
  return answers === null ? null : encodeResults(answers);
}

function mayBeOld(consistency: Consistency): boolean {
  return consistency === Consistency.MINIMIZE_LATENCY || consistency === Consistency.UNSPECIFIED;
}

/** Encoded responses without `valid_for`, the only field that changes between calls. */
const lasting = new WeakMap<Introspection, Uint8Array>();

/** Encodes an IntrospectResponse. The constant part of an answer is encoded once. */
export function encodeIntrospection(answer: Introspection): Uint8Array {
  const bytes = lastingBytes(answer);
  const left = timeLeft(answer);
  const whole = Buffer.allocUnsafe(bytes.length + left.size);
  whole.set(bytes);
  writeTimeLeft(whole, bytes.length, left);
  return whole;
}

function lastingBytes(answer: Introspection): Uint8Array {
  const known = lasting.get(answer);
  if (known !== undefined) return known;
  const message = create(IntrospectResponseSchema, toIntrospection(answer));
  delete message.validFor;
  const bytes = toBinary(IntrospectResponseSchema, message);
  lasting.set(answer, bytes);
  return bytes;
}

const LENGTH_DELIMITED = 2;
const VALID_FOR = (IntrospectResponseSchema.field.validFor.number << 3) | LENGTH_DELIMITED;
const SECONDS = 1 << 3;
const NANOS = 2 << 3;

/** `valid_for` and its encoded size: tag and length, then two members with a tag each. */
interface TimeLeft {
  seconds: number;
  nanos: number;
  size: number;
}

const NONE: TimeLeft = { seconds: 0, nanos: 0, size: 0 };

function timeLeft(answer: Introspection): TimeLeft {
  if (!answer.active) return NONE;
  const micros = answer.validFor;
  const seconds = Math.floor(micros / 1_000_000);
  const nanos = Math.floor(micros - seconds * 1_000_000) * 1_000;
  return { seconds, nanos, size: 4 + varintSize(seconds) + varintSize(nanos) };
}

/** Protobuf fields may come in any order, so `valid_for` comes last. */
function writeTimeLeft(bytes: Uint8Array, at: number, { seconds, nanos, size }: TimeLeft): void {
  if (size === 0) return;
  bytes[at] = VALID_FOR;
  bytes[at + 1] = size - 2;
  bytes[at + 2] = SECONDS;
  const end = writeVarint(bytes, at + 3, seconds);
  bytes[end] = NANOS;
  writeVarint(bytes, end + 1, nanos);
}

const RESULTS = (1 << 3) | LENGTH_DELIMITED;

/** Encodes a BatchIntrospectResponse into one buffer. */
function encodeResults(answers: readonly Introspection[]): Uint8Array {
  const parts = answers.map((answer) => ({ bytes: lastingBytes(answer), left: timeLeft(answer) }));
  const sizeOf = ({ bytes, left }: (typeof parts)[number]) => bytes.length + left.size;
  const whole = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + 1 + varintSize(sizeOf(part)) + sizeOf(part), 0));
  let end = 0;
  for (const part of parts) {
    whole[end] = RESULTS;
    end = writeVarint(whole, end + 1, sizeOf(part));
    whole.set(part.bytes, end);
    writeTimeLeft(whole, end + part.bytes.length, part.left);
    end += sizeOf(part);
  }
  return whole;
}

/** The encoded size of a number below 2^32. */
function varintSize(value: number): number {
  if (value < 2 ** 7) return 1;
  if (value < 2 ** 14) return 2;
  if (value < 2 ** 21) return 3;
  return value < 2 ** 28 ? 4 : 5;
}

/** Writes a number below 2^32 and returns the end offset. */
function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80;
  bytes[end] = rest;
  return end + 1;
}
