import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

type Message = Record<string, unknown>;

/** A client of TokenService that uses only the published proto. */
export interface TokenServiceClient {
  /** The fields of requests and responses have their names in the proto. */
  call(rpc: string, request: Message): Promise<Message>;
  close(): void;
}

/** @param address `host:port` */
export function openTokenService(
  address: string,
  serviceKey: string,
  credentials = grpc.credentials.createInsecure(),
): TokenServiceClient {
  const file = "latchkey/v1/token_service.proto";
  const definition = loadSync(file, { includeDirs: ["proto"], keepCase: true, enums: String, longs: String });
  const { TokenService } = (grpc.loadPackageDefinition(definition).latchkey as grpc.GrpcObject).v1 as grpc.GrpcObject;
  const client = new (TokenService as grpc.ServiceClientConstructor)(address, credentials);
  return {
    call(rpc, request) {
      const metadata = new grpc.Metadata();
      metadata.set("authorization", `Bearer ${serviceKey}`);
      const send = Reflect.get(client, rpc) as Send;
      return new Promise((resolve, reject) => {
        const deadline = Date.now() + 15_000;
        send.call(client, request, metadata, { deadline }, (failure, answer) =>
          failure === null ? resolve(answer!) : reject(failure),
        );
      });
    },
    close: () => client.close(),
  };
}

type Send = (
  request: Message,
  metadata: grpc.Metadata,
  options: grpc.CallOptions,
  callback: grpc.requestCallback<Message>,
) => grpc.ClientUnaryCall;
