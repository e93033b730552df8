import * as grpc from "@grpc/grpc-js";

/** Where the core is, and how it is told from others. */
export interface CoreAddress {
  /** `host:port` or `http://host:port` for plain text, `https://host:port` for TLS. */
  url: string;
  /** PEM of the authority that signed the core's certificate; the system's authorities if absent. */
  rootCertificates?: Uint8Array;
  /** PEM of this service's own certificate and its key, for a core that asks its clients for one. */
  clientCertificate?: { chain: Uint8Array; key: Uint8Array };
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

/**
 * A client of the core, which connects at its first call and again by itself.
 * @throws TypeError for a `url` of another form
 */
export function connectCore(address: CoreAddress): grpc.Client {
  const { authority, secure } = parseAddress(address.url);
  return new grpc.Client(`dns:${authority}`, secure ? tlsOf(address) : grpc.credentials.createInsecure(), OPTIONS);
}

function parseAddress(url: string): { authority: string; secure: boolean } {
  const [, scheme, host, port = scheme && (scheme === "https" ? "443" : "80")] =
    /^(?:(https?):\/\/)?(\[[0-9A-Fa-f:.]+\]|[^/\s:@?#[\]]+)(?::(\d{1,5}))?\/?$/.exec(url) ?? [];
  if (host === undefined || port === undefined)
    throw new TypeError("the core's url is host:port, http://host:port or https://host:port");
  return { authority: `${host}:${port}`, secure: scheme === "https" };
}

function tlsOf({ rootCertificates, clientCertificate }: CoreAddress): grpc.ChannelCredentials {
  const bytes = (pem: Uint8Array | undefined) => (pem === undefined ? null : Buffer.from(pem));
  const { chain, key } = clientCertificate ?? {};
  return grpc.credentials.createSsl(bytes(rootCertificates), bytes(key), bytes(chain));
}
