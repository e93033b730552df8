import { readFileSync } from "node:fs";
import { create, toBinary } from "@bufbuild/protobuf";
import { Authorization } from "../../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import {
  BatchIntrospectRequestSchema,
  Consistency,
  IntrospectRequestSchema,
  TokenService,
} from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { percentile } from "../statistics.ts";
import { encodeCheck } from "./check-request.ts";
import { callHeaders } from "./frames.ts";
import { type Answer, GrpcConnection } from "./grpc-connection.ts";
import { responseLimit } from "./programs.ts";
import type { LoadResult } from "./wrk.ts";

/** One load over gRPC, as the parent process writes it on the command line. */
export interface GrpcPlan {
  /** `host:port`. */
  address: string;
  key: string;
  method: "introspect" | "batchIntrospect" | "check";
  fullyConsistent: boolean;
  /** The scope that Check requires. */
  scope?: string;
  /** A file with one token per line. */
  tokens: string;
  /** Tokens in one call of BatchIntrospect. */
  batch: number;
  connections: number;
  /** Concurrent calls over all connections. */
  concurrency: number;
  seconds: number;
  /** Calls per second, sent without waiting for responses; null: as many as possible. */
  rate: number | null;
}

// Run by grpc.ts in a process of its own: the plan comes as an argument, the result goes to standard output.
const plan: GrpcPlan = JSON.parse(process.argv[2]!);
const messages = encodeAll(plan);
const rpc = plan.method === "check" ? Authorization.method.check : TokenService.method[plan.method];
const [host = "", port = ""] = plan.address.split(":");
const headers = callHeaders(`/${rpc.parent.typeName}/${rpc.name}`, plan.address, plan.key);

const latencies: number[] = [];
let [good, wrong, next, checkedTrailers] = [0, 0, 0, null as Buffer | null];
let firstWrong: string | null = null;
let ended = false;
const limit = responseLimit();

const connections = Array.from(
  { length: plan.connections },
  () => new GrpcConnection({ host, port: Number(port) }, headers, onAnswer),
);
const began = performance.now();
if (plan.rate === null) {
  for (let n = 0; n < plan.concurrency; n++) send(connections[n % connections.length]!);
  for (const connection of connections) connection.flush();
} else pace(plan.rate);
setTimeout(finishIfBegun, plan.seconds * 1_000, 9);

function send(connection: GrpcConnection): void {
  connection.call(messages[next++ % messages.length]!);
}

function onAnswer(this: void, answer: Answer, sentAt: number, connection: GrpcConnection): void {
  if (ended) return;
  latencies.push((performance.now() - sentAt) * 1_000);
  const fault = faultOf(answer);
  if (fault === null) good += 1;
  else {
    wrong += 1;
    firstWrong ??= fault;
  }
  if (latencies.length === limit) finish();
  // On another connection it would wait for the next flush.
  else if (plan.rate === null) send(connection);
}

/**
 * The error of a response; null if it is correct. A gRPC error is HTTP 200 without a message; a correct response begins with `active:
 * true`.
 */
function faultOf({ message, trailers }: Answer): string | null {
  if (message.length === 0) return "an error instead of a message";
  if (plan.method === "check") {
    if (!isGranted(message)) return "not granted";
  } else if (plan.method === "introspect" ? !isActive(message, 0) : countActive(message) !== plan.batch)
    return "not active";
  // The first correct response has trailers with grpc-status 0. An error after a message has different trailers.
  checkedTrailers ??= Buffer.from(trailers);
  return trailers.equals(checkedTrailers) ? null : "other trailers than the first answer's";
}

/** True if the message begins with field 1, a varint, with the value 1: `active: true`. */
function isActive(message: Buffer, at: number): boolean {
  return message[at] === 0x08 && message[at + 1] === 0x01 && message.length > 50;
}

/** True if the message begins with an empty status, which means OK, and `ok_response`. */
function isGranted(message: Buffer): boolean {
  return message[0] === 0x0a && message[1] === 0 && message[2] === 0x1a && message.length > 50;
}

/** The number of results (field 1 with its length) that begin with `active: true`. */
function countActive(message: Buffer): number {
  let count = 0;
  for (let at = 0; at < message.length; ) {
    if (message[at++] !== 0x0a) return -1;
    let [length, shift, byte] = [0, 0, 0];
    do {
      byte = message[at++]!;
      length |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    if (message[at] === 0x08 && message[at + 1] === 0x01) count += 1;
    at += length;
  }
  return count;
}

/** Sends the due calls every millisecond, independent of responses. */
function pace(rate: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (ended) return clearInterval(timer);
    const due = Math.floor(((performance.now() - began) / 1_000) * rate);
    for (; sent < due; sent++) send(connections[sent % connections.length]!);
    for (const connection of connections) connection.flush();
  }, 1);
}

/** Extends a run by its duration if it would end without a response, as a short run on a busy machine may. */
function finishIfBegun(more: number): void {
  if (ended) return;
  if (latencies.length > 0 || more === 0) finish();
  else setTimeout(finishIfBegun, plan.seconds * 1_000, more - 1);
}

function finish(): void {
  ended = true;
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage();
  const result: LoadResult = {
    perSecond: good / seconds,
    p50Us: latencies.length === 0 ? 0 : percentile(latencies, 50),
    p99Us: latencies.length === 0 ? 0 : percentile(latencies, 99),
    checked: good + wrong,
    wrong,
    firstWrong,
    generatorCores: (user + system) / 1e6 / seconds,
  };
  for (const connection of connections) connection.close();
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function encodeAll({ tokens: file, method, batch, fullyConsistent, scope = "" }: GrpcPlan): Uint8Array[] {
  const tokens = readFileSync(file, "utf8").trim().split("\n");
  const consistency = fullyConsistent ? Consistency.FULLY_CONSISTENT : Consistency.UNSPECIFIED;
  if (method === "check") return tokens.map((token) => encodeCheck(token, scope));
  if (method === "introspect") {
    return tokens.map((token) =>
      toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token, consistency })),
    );
  }
  const groups = Array.from({ length: Math.floor(tokens.length / batch) }, (_, at) =>
    tokens.slice(at * batch, (at + 1) * batch),
  );
  return groups.map((group) =>
    toBinary(BatchIntrospectRequestSchema, create(BatchIntrospectRequestSchema, { tokens: group, consistency })),
  );
}
