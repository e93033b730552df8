import * as grpc from "@grpc/grpc-js";

/** The address and TLS settings of the core. */
export interface CoreAddress {
  /** `host:port` or `http://host:port` for plain text, `https://host:port` for TLS. */
  url: string;
  /** PEM of the CA certificates to trust; defaults to the system's. */
  rootCertificates?: Uint8Array;
  /** PEM of the client certificate and its key, for a core that requires mutual TLS. */
  clientCertificate?: { chain: Uint8Array; key: Uint8Array };
}

const OPTIONS: grpc.ChannelOptions = {
  // Balances over all replicas behind the name and skips those that are down.
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // The service key and the tokens must not pass through a proxy.
  "grpc.enable_http_proxy": 0,
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  // The default of grpc-js is two minutes.
  "grpc.max_reconnect_backoff_ms": 2_000,
};

/**
 * Creates a gRPC client of the core. It connects at the first call and reconnects automatically.
 * @throws TypeError for an invalid `url`
 */
export function connectCore(address: CoreAddress): grpc.Client {
  const { authority, secure } = parseAddress(address.url);
  return new grpc.Client(`dns:${authority}`, secure ? tlsOf(address) : grpc.credentials.createInsecure(), OPTIONS);
}

function parseAddress(url: string): { authority: string; secure: boolean } {
  const [, scheme, host, port = scheme && (scheme === "https" ? "443" : "80")] =
    /^(?:(https?):\/\/)?(\[[0-9A-Fa-f:.]+\]|[^/\s:@?#[\]]+)(?::(\d{1,5}))?\/?$/.exec(url) ?? [];
  if (host === undefined || port === undefined)
    throw new TypeError("url must be host:port, http://host:port or https://host:port");
  return { authority: `${host}:${port}`, secure: scheme === "https" };
}

function tlsOf({ rootCertificates, clientCertificate }: CoreAddress): grpc.ChannelCredentials {
  const bytes = (pem: Uint8Array | undefined) => (pem === undefined ? null : Buffer.from(pem));
  const { chain, key } = clientCertificate ?? {};
  return grpc.credentials.createSsl(bytes(rootCertificates), bytes(key), bytes(chain));
}
