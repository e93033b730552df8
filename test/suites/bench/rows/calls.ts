import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  BatchIntrospectRequestSchema,
  BatchIntrospectResponseSchema,
  Consistency,
  IntrospectRequestSchema,
  TokenService,
} from "../../../../gen/latchkey/v1/token_service_pb.ts";
import type { Deployment } from "../infrastructure.ts";
import { callHeaders } from "../load/frames.ts";
import { type Answer, GrpcConnection } from "../load/grpc-connection.ts";

const pathOf = (method: "introspect" | "batchIntrospect"): string =>
  `/${TokenService.typeName}/${TokenService.method[method].name}`;

/** Introspects the tokens by one call of BatchIntrospect. Returns the number of active ones. */
export async function batchIntrospect({ service, platform }: Deployment, tokens: string[]): Promise<number> {
  const client = new grpc.Client(service.grpc, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${platform.serviceKey}`);
  const request = Buffer.from(toBinary(BatchIntrospectRequestSchema, create(BatchIntrospectRequestSchema, { tokens })));
  try {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const done = (error: grpc.ServiceError | null, bytes?: Buffer) => (bytes ? resolve(bytes) : reject(error));
      const same = (bytes: Buffer) => bytes;
      client.makeUnaryRequest(
        pathOf("batchIntrospect"),
        same,
        same,
        request,
        metadata,
        { deadline: Date.now() + 30_000 },
        done,
      );
    });
    const { results } = fromBinary(BatchIntrospectResponseSchema, answer);
    return results.filter(({ active }) => active === true).length;
  } finally {
    client.close();
  }
}

/** One connection to one process, for calls one after another. */
export interface TokenCheck {
  /** True if the token is active. @throws Error for an error response */
  isActive(token: string, options?: { fullyConsistent: boolean }): Promise<boolean>;
  close(): void;
}

export function openTokenCheck({ service, platform }: Deployment): TokenCheck {
  const [host = "", port = ""] = service.grpc.split(":");
  const waiting: ((answer: Answer) => void)[] = [];
  const headers = callHeaders(pathOf("introspect"), service.grpc, platform.serviceKey);
  const connection = new GrpcConnection({ host, port: Number(port) }, headers, (answer) => waiting.shift()?.(answer));
  return {
    async isActive(token, { fullyConsistent } = { fullyConsistent: false }) {
      const consistency = fullyConsistent ? Consistency.FULLY_CONSISTENT : Consistency.UNSPECIFIED;
      const { message, trailers } = await new Promise<Answer>((resolve) => {
        waiting.push(resolve);
        connection.call(toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token, consistency })));
        connection.flush();
      });
      // A result begins with field 1, a varint: `active`.
      if (message[0] !== 0x08) throw new Error(`the core did not introspect the token: ${trailers.toString("latin1")}`);
      return message[1] === 1;
    },
    close: () => connection.close(),
  };
}
