import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { REQUEST_ID } from "../../../src/rpc/metadata.ts";
import { fromGrpcStatus } from "../../../src/rpc/transports/grpc/status.ts";
import type { Caller } from "./callers.ts";
import type { TestCore } from "./core.ts";

const FILES = ["token", "account", "app", "audit", "consent", "event", "installation", "webhook"].map(
  (name) => `latchkey/v1/${name}_service.proto`,
);

/** A gRPC client made at run time from the proto files, by a library that shares no code with the server's codecs. */
export function openProtoLoader(core: TestCore): Caller {
  const definition = loadSync(FILES, { includeDirs: ["proto"], enums: String, longs: String });
  const contract = grpc.loadPackageDefinition(definition);
  const clients = new Map<string, grpc.Client>();
  const clientOf = (service: string): grpc.Client => {
    const made = clients.get(service) ?? new (constructorOf(contract, service))(core.grpc, PLAIN);
    clients.set(service, made);
    return made;
  };
  return {
    async call({ method, message, headers, timeoutMs, signal }) {
      const client = clientOf(method.parent.typeName);
      const send = Reflect.get(client, method.name) as Send;
      const request = toJson(method.input, create(method.input, message));
      const options = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
      let requestId: string | null = null;
      const json = await new Promise<JsonValue>((resolve, reject) => {
        const call = send.call(client, request, toMetadata(headers), options, (failure, answer) =>
          failure === null ? resolve(answer as JsonValue) : reject(fromGrpcStatus(failure)),
        );
        call.on("metadata", (metadata) => {
          requestId = String(metadata.get(REQUEST_ID)[0]);
        });
        signal?.addEventListener("abort", () => call.cancel());
      });
      return { json, requestId };
    },
    async *stream({ method, message, headers, signal }) {
      const client = clientOf(method.parent.typeName);
      const send = Reflect.get(client, method.name) as SendStream;
      const call = send.call(client, toJson(method.input, create(method.input, message)), toMetadata(headers));
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel);
      try {
        // Decoded messages have every field and the names of oneofs, while protobuf JSON has only the fields that are set.
        for await (const answer of call) yield toJson(method.output, fromJson(method.output, written(answer)));
      } catch (failure) {
        throw fromGrpcStatus(failure as grpc.ServiceError);
      } finally {
        cancel();
      }
    },
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

type Send = (
  request: JsonValue,
  metadata: grpc.Metadata,
  options: grpc.CallOptions,
  callback: grpc.requestCallback<unknown>,
) => grpc.ClientUnaryCall;

type SendStream = (request: JsonValue, metadata: grpc.Metadata) => grpc.ClientReadableStream<JsonValue>;

/** A decoded message without timestamps, which this library represents as messages. */
function written(answer: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(answer, (name, value) => (MOMENTS.includes(name) ? undefined : value)));
}
const MOMENTS = ["at", "notBefore"];

const PLAIN = grpc.credentials.createInsecure();

function constructorOf(contract: grpc.GrpcObject, service: string): grpc.ServiceClientConstructor {
  const found = service.split(".").reduce<unknown>((at, name) => Reflect.get(at as object, name), contract);
  return found as grpc.ServiceClientConstructor;
}

function toMetadata(headers: Record<string, string>): grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}
