import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  IntrospectRequestSchema,
  type IntrospectResponse,
  IntrospectResponseSchema,
  TokenKind,
  TokenService,
} from "../../../../gen/latchkey/v1/token_service_pb.ts";

// The limit for introspection: a server of grpc-js and protobuf-es that responds like the service, but without any logic. Prints its port.
const moment = { seconds: 1_800_000_000n, nanos: 123_456_000 };
const ANSWER = create(IntrospectResponseSchema, {
  active: true,
  scopes: ["orders:read", "products:read"],
  clientId: "app_benchbenchbenchbench00",
  merchantId: "shop-500",
  installationId: "0199a3f0-0000-7000-8000-000000000000",
  installationVersion: 1,
  accountId: "0199a3f0-0000-7000-8000-000000000000",
  familyId: "0199a3f0-0000-7000-8000-000000000000",
  tokenId: "0199a3f0-0000-7000-8000-000000000000",
  tokenKind: TokenKind.ACCESS,
  tokenType: "Bearer",
  issuedAt: moment,
  expiresAt: moment,
  validFor: { seconds: 604_000n, nanos: 123_456_000 },
  issuer: "http://127.0.0.1:40000",
});

const server = new grpc.Server();
server.addService(
  {
    introspect: {
      path: `/${TokenService.typeName}/${TokenService.method.introspect.name}`,
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => fromBinary(IntrospectRequestSchema, bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: (answer: IntrospectResponse) => Buffer.from(toBinary(IntrospectResponseSchema, answer)),
      responseDeserialize: () => ANSWER,
    },
  },
  { introspect: (_call: unknown, callback: grpc.sendUnaryData<IntrospectResponse>) => callback(null, ANSWER) },
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
process.on("disconnect", () => process.exit(0));
