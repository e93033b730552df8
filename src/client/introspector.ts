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
  /** PEM of this service's own certificate and its key, for a core that asks its clients for one. */
  clientCertificate?: { chain: Uint8Array; key: Uint8Array };
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
  /** Ends the connection. Look-ups under way still finish; later ones fail. */
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

const OPTIONS: grpc.ChannelOptions = {
  // Every replica behind the name gets its share, and one that goes away is left out.
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // Key and tokens go to the core and to nobody between.
  "grpc.enable_http_proxy": 0,
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  // A core that was away is found again within this, not within the library's two minutes.
  "grpc.max_reconnect_backoff_ms": 2_000,
};

const path = `/${TokenService.typeName}/${TokenService.method.introspect.name}`;
const serialize = (request: IntrospectRequest): Buffer => Buffer.from(toBinary(IntrospectRequestSchema, request));
const deserialize = (bytes: Buffer): IntrospectResponse => fromBinary(IntrospectResponseSchema, bytes);

/**
 * An introspector over one gRPC connection, opened at the first look-up and reopened by itself.
 * @throws TypeError for a `url` of another form
 */
export function createIntrospector(options: IntrospectorOptions): Introspector {
  const { authority, secure } = parseAddress(options.url);
  const credentials = secure ? tlsCredentials(options) : grpc.credentials.createInsecure();
  const client = new grpc.Client(`dns:${authority}`, credentials, OPTIONS);
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${options.key}`);
  const timeoutMs = options.timeoutMs ?? 2_000;
  let closed = false;

  const ask = (request: IntrospectRequest, signal: AbortSignal | undefined) =>
    new Promise<IntrospectResponse>((resolve, reject) => {
      const done = (error: grpc.ServiceError | null, answer?: IntrospectResponse) => {
        signal?.removeEventListener("abort", cancel);
        if (answer === undefined) reject(new IntrospectionError(error?.code ?? grpc.status.UNKNOWN, error));
        else resolve(answer);
      };
      const callOptions = { deadline: Date.now() + timeoutMs };
      const call = client.makeUnaryRequest(path, serialize, deserialize, request, metadata, callOptions, done);
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted === true) cancel();
    });

  return {
    async introspect(token, lookUp = {}) {
      if (token === "") return null;
      if (closed) throw new IntrospectionError(grpc.status.UNAVAILABLE, new Error("the introspector is closed"));
      const consistency = lookUp.fullyConsistent === true ? Consistency.FULLY_CONSISTENT : Consistency.MINIMIZE_LATENCY;
      return toGrant(await ask(create(IntrospectRequestSchema, { token, consistency }), lookUp.signal));
    },
    close() {
      closed = true;
      client.close();
    },
  };
}

function parseAddress(url: string): { authority: string; secure: boolean } {
  const [, scheme, host, port = scheme && (scheme === "https" ? "443" : "80")] =
    /^(?:(https?):\/\/)?(\[[0-9A-Fa-f:.]+\]|[^/\s:@?#[\]]+)(?::(\d{1,5}))?\/?$/.exec(url) ?? [];
  if (host === undefined || port === undefined)
    throw new TypeError("the core's url is host:port, http://host:port or https://host:port");
  return { authority: `${host}:${port}`, secure: scheme === "https" };
}

function tlsCredentials({ rootCertificates, clientCertificate }: IntrospectorOptions): grpc.ChannelCredentials {
  const bytes = (pem: Uint8Array | undefined) => (pem === undefined ? null : Buffer.from(pem));
  const { chain, key } = clientCertificate ?? {};
  return grpc.credentials.createSsl(bytes(rootCertificates), bytes(key), bytes(chain));
}
