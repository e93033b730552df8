import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  Consistency,
  type IntrospectRequest,
  IntrospectRequestSchema,
  type IntrospectResponse,
  IntrospectResponseSchema,
  TokenService,
} from "../../gen/latchkey/v1/token_service_pb.ts";
import { type Grant, toGrant } from "./grant.ts";

/** How to reach the core. */
export interface IntrospectorOptions {
  /** `host:port` or `http://host:port` for plain text, `https://host:port` for TLS. */
  url: string;
  /** A service key with the right `tokens:introspect`. */
  key: string;
  /** How long one look-up may take, in milliseconds; 2,000 if absent. */
  timeoutMs?: number;
  /** PEM of the authority that signed the core's certificate; the system's authorities if absent. */
  rootCertificates?: Uint8Array;
}

/** How one look-up is done. */
export interface LookUpOptions {
  /** See every revocation that was answered before this call, on whatever replica. */
  fullyConsistent?: boolean;
  signal?: AbortSignal;
}

/** Asks the core about access tokens. */
export interface Introspector {
  /**
   * The grant behind an access token, null when the token is not good.
   * @throws {IntrospectionError} when the core could not tell; a caller must then refuse without calling the token bad.
   */
  introspect(token: string, options?: LookUpOptions): Promise<Grant | null>;
  close(): void;
}

/** The core could not tell whether a token is good: unreachable, overloaded, or the service key is at fault. */
export class IntrospectionError extends Error {
  /** The gRPC status code. */
  readonly code: number;

  constructor(code: number, cause: unknown) {
    super(`introspection failed: ${grpc.status[code] ?? code}`, { cause });
    this.name = "IntrospectionError";
    this.code = code;
  }
}

const path = `/${TokenService.typeName}/${TokenService.method.introspect.name}`;
const serialize = (request: IntrospectRequest): Buffer => Buffer.from(toBinary(IntrospectRequestSchema, request));
const deserialize = (bytes: Buffer): IntrospectResponse => fromBinary(IntrospectResponseSchema, bytes);

/** An introspector over one gRPC connection, opened at the first look-up and reopened by itself. */
export function createIntrospector(options: IntrospectorOptions): Introspector {
  const client = new grpc.Client(address(options.url), credentials(options), { "grpc.keepalive_time_ms": 30_000 });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${options.key}`);
  const timeoutMs = options.timeoutMs ?? 2_000;

  const ask = (request: IntrospectRequest, signal: AbortSignal | undefined) =>
    new Promise<IntrospectResponse>((resolve, reject) => {
      const callOptions = { deadline: Date.now() + timeoutMs };
      const call = client.makeUnaryRequest(
        path,
        serialize,
        deserialize,
        request,
        metadata,
        callOptions,
        (error, answer) => {
          signal?.removeEventListener("abort", cancel);
          if (error !== null) reject(new IntrospectionError(error.code, error));
          else resolve(answer as IntrospectResponse);
        },
      );
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted === true) cancel();
    });

  return {
    async introspect(token, lookUp = {}) {
      const consistency = lookUp.fullyConsistent === true ? Consistency.FULLY_CONSISTENT : Consistency.MINIMIZE_LATENCY;
      return toGrant(await ask(create(IntrospectRequestSchema, { token, consistency }), lookUp.signal));
    },
    close: () => client.close(),
  };
}

function address(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

function credentials(options: IntrospectorOptions): grpc.ChannelCredentials {
  if (!options.url.startsWith("https://")) return grpc.credentials.createInsecure();
  const roots = options.rootCertificates;
  return grpc.credentials.createSsl(roots === undefined ? null : Buffer.from(roots));
}
