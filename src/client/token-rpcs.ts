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

/** A call for one or more tokens. */
export interface TokensCall {
  tokens: readonly string[];
  /** See every revocation that was answered before this call. */
  full: boolean;
  timeoutMs: number;
  /** Gets the answers, in the tokens' order, or why there are none. Called once, also after `cancel`. */
  done(outcome: readonly IntrospectResponse[] | IntrospectionError): void;
}

/** What a stream of revocations tells. */
export interface StreamEars {
  message(message: WatchRevocationsResponse): void;
  /** Called once; null: the core ended it without a fault. */
  end(error: IntrospectionError | null): void;
}

/** The RPCs of the core that this side needs. */
export interface TokenRpcs {
  /** Asks about tokens: one by Introspect, more by BatchIntrospect. */
  introspect(call: TokensCall): { cancel(): void };
  /** Follows the revocations after `cursor`; from now on if it is empty. */
  watch(cursor: string, ears: StreamEars): { cancel(): void };
  /** Calls `then` once there is a connection, with false if there was none within `timeoutMs`. */
  whenConnected(timeoutMs: number, then: (connected: boolean) => void): void;
  /** Ends the connection; calls under way still finish. */
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

/** The RPCs over `client`, with a service key. */
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
    watch(cursor, ears) {
      const stream = client.makeServerStreamRequest(WATCH, feed.write, feed.read, { cursor }, metadata);
      let failure: grpc.ServiceError | null = null;
      stream.on("data", (message: WatchRevocationsResponse) => ears.message(message));
      stream.on("error", (error: grpc.ServiceError) => {
        failure = error;
      });
      stream.on("close", () => ears.end(failure === null ? null : feedError(failure.code, failure)));
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
