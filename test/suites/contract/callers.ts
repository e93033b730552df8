import type { DescMethod, DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import { type JsonValue, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import * as grpc from "@grpc/grpc-js";
import { createGrpcJsTransport } from "../../../src/rpc/client-transport.ts";
import { REQUEST_ID } from "../../../src/rpc/metadata.ts";
import type { TestCore } from "./core.ts";
import { openFetch } from "./fetch-json.ts";
import { openProtoLoader } from "./proto-loader.ts";

export interface Outgoing<M extends DescMethod = DescMethodUnary> {
  method: M;
  message: MessageInitShape<M["input"]>;
  headers: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** The response in protobuf JSON, so that the responses of all clients can be compared. */
export interface Received {
  json: JsonValue;
  /** Null: this client does not report headers. */
  requestId: string | null;
}

/** A client. Throws error responses as ConnectError. */
export interface Caller {
  call(outgoing: Outgoing): Promise<Received>;
  /** The messages of a stream in protobuf JSON, as they arrive. Absent: this client has no streams. */
  stream?(outgoing: Outgoing<DescMethodServerStreaming>): AsyncIterable<JsonValue>;
  close(): void;
}

export interface CallerKind {
  name: string;
  /** True if calls are sent over a port. The direct transport does not, and adds a key to calls without one. */
  network: boolean;
  /** True if each call runs in its own process, which costs a fraction of a second and supports no signal. */
  process: boolean;
  streams: boolean;
  open(core: TestCore): Caller;
}

const NETWORK = { network: true, process: false, streams: true };

/** Every client that runs in this process. */
export const CALLERS: readonly CallerKind[] = [
  { name: "grpc-js", ...NETWORK, open: openGrpcJs },
  { name: "connect-node gRPC", ...NETWORK, open: overTransport(overGrpc) },
  { name: "connect-node Connect, binary", ...NETWORK, open: overTransport((core) => overConnect(core, true)) },
  { name: "connect-node Connect, JSON", ...NETWORK, open: overTransport((core) => overConnect(core, false)) },
  { name: "connect-node Connect over HTTP/2, JSON", ...NETWORK, open: overTransport(overConnectHttp2) },
  { name: "connect-node gRPC on the Connect port", ...NETWORK, open: overTransport(overGrpcOnConnect) },
  { name: "connect-web gRPC-Web", ...NETWORK, open: overTransport(overGrpcWeb) },
  { name: "proto-loader", ...NETWORK, open: openProtoLoader },
  { name: "fetch, JSON", ...NETWORK, streams: false, open: openFetch },
  { name: "direct", network: false, process: false, streams: true, open: overTransport((core) => core.direct) },
];

function overGrpc(core: TestCore): Transport {
  return createGrpcTransport({ baseUrl: `http://${core.grpc}` });
}

function overConnect(core: TestCore, useBinaryFormat: boolean): Transport {
  return createConnectTransport({ baseUrl: core.connect, httpVersion: "1.1", useBinaryFormat });
}

function overConnectHttp2(core: TestCore): Transport {
  return createConnectTransport({ baseUrl: core.connect, httpVersion: "2", useBinaryFormat: false });
}

function overGrpcOnConnect(core: TestCore): Transport {
  return createGrpcTransport({ baseUrl: core.connect });
}

function overGrpcWeb(core: TestCore): Transport {
  return createGrpcWebTransport({ baseUrl: core.connect });
}

function openGrpcJs(core: TestCore): Caller {
  const client = new grpc.Client(core.grpc, grpc.credentials.createInsecure());
  return { ...overTransport(() => createGrpcJsTransport(client, {}))(core), close: () => client.close() };
}

function overTransport(transportOf: (core: TestCore) => Transport): (core: TestCore) => Caller {
  return (core) => {
    const transport = transportOf(core);
    return {
      async call({ method, message, headers, timeoutMs, signal }) {
        const response = await transport.unary(method, signal, timeoutMs, headers, message);
        return { json: toJson(method.output, response.message), requestId: response.header.get(REQUEST_ID) };
      },
      async *stream({ method, message, headers, signal }) {
        const input = (async function* () {
          yield message;
        })();
        const response = await transport.stream(method, signal, undefined, headers, input);
        for await (const answer of response.message) yield toJson(method.output, answer);
      },
      close() {},
    };
  };
}
