import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  BatchIntrospectRequestSchema,
  BatchIntrospectResponseSchema,
  Consistency,
  IntrospectRequestSchema,
  type IntrospectResponse,
  IntrospectResponseSchema,
  TokenService,
  WatchRevocationsRequestSchema,
  type WatchRevocationsResponse,
  WatchRevocationsResponseSchema,
} from "../../gen/latchkey/v1/token_service_pb.ts";
import { feedError, IntrospectionError } from "./introspection-error.ts";

/** An introspection call for one or more tokens. */
export interface TokensCall {
  tokens: readonly string[];
  /** True for full consistency: the answer reflects every revocation acknowledged before this call. */
  full: boolean;
  timeoutMs: number;
  /** Called once, also after `cancel`, with the answers in the order of `tokens` or with an error. */
  done(outcome: readonly IntrospectResponse[] | IntrospectionError): void;
}

/** The callbacks of a revocation stream. */
export interface StreamListener {
  message(message: WatchRevocationsResponse): void;
  /** Called once; null if the core ends the stream without an error. */
  end(error: IntrospectionError | null): void;
}

/** The RPCs of TokenService that the client uses. */
export interface TokenRpcs {
  /** Calls Introspect for one token, BatchIntrospect for several. */
  introspect(call: TokensCall): { cancel(): void };
  /** Streams the revocations after `cursor`; an empty cursor starts at the current position. */
  watch(cursor: string, listener: StreamListener): { cancel(): void };
  /** Calls `then` with true once connected, or with false after `timeoutMs`. */
  whenConnected(timeoutMs: number, then: (connected: boolean) => void): void;
  /** Closes the connection after pending calls finish. */
  close(): void;
}

const methods = TokenService.method;
const INTROSPECT = `/${TokenService.typeName}/${methods.introspect.name}`;
const BATCH = `/${TokenService.typeName}/${methods.batchIntrospect.name}`;
const WATCH = `/${TokenService.typeName}/${methods.watchRevocations.name}`;

function encoding<D extends DescMessage>(schema: D): (init: MessageInitShape<D>) => Buffer {
  return (init) => {
    const bytes = toBinary(schema, create(schema, init));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

function decoding<D extends DescMessage>(schema: D): (bytes: Buffer) => MessageShape<D> {
  return (bytes) => fromBinary(schema, bytes);
}

const one = { write: encoding(IntrospectRequestSchema), read: decoding(IntrospectResponseSchema) };
const many = { write: encoding(BatchIntrospectRequestSchema), read: decoding(BatchIntrospectResponseSchema) };
const feed = { write: encoding(WatchRevocationsRequestSchema), read: decoding(WatchRevocationsResponseSchema) };

/** The RPCs over `client`, authenticated with a service key. */
export function tokenRpcs(client: grpc.Client, key: string): TokenRpcs {
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${key}`);
  return {
    introspect({ tokens, full, timeoutMs, done }) {
      const consistency = full ? Consistency.FULLY_CONSISTENT : Consistency.MINIMIZE_LATENCY;
      const options = { deadline: Date.now() + timeoutMs };
      const [token] = tokens;
      if (tokens.length === 1) {
        return client.makeUnaryRequest(
          INTROSPECT,
          one.write,
          one.read,
          { token: token!, consistency },
          metadata,
          options,
          (error, answer) => done(answer === undefined ? failed(error) : [answer]),
        );
      }
      const request = { tokens: [...tokens], consistency };
      return client.makeUnaryRequest(BATCH, many.write, many.read, request, metadata, options, (error, answer) =>
        done(answer?.results.length === tokens.length ? answer.results : failed(error)),
      );
    },
    watch(cursor, listener) {
      const stream = client.makeServerStreamRequest(WATCH, feed.write, feed.read, { cursor }, metadata);
      let failure: grpc.ServiceError | null = null;
      stream.on("data", (message: WatchRevocationsResponse) => listener.message(message));
      stream.on("error", (error: grpc.ServiceError) => {
        failure = error;
      });
      stream.on("close", () => listener.end(failure === null ? null : feedError(failure.code, failure)));
      return stream;
    },
    whenConnected(timeoutMs, then) {
      client.waitForReady(Date.now() + timeoutMs, (error) => then(error === undefined));
    },
    close: () => client.close(),
  };
}

function failed(error: grpc.ServiceError | null): IntrospectionError {
  return new IntrospectionError(error?.code ?? grpc.status.UNKNOWN, error);
}
