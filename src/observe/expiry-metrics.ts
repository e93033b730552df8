import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";

/**
 * Registers the metric of the next expiry of a service key. Each scrape calls `read`.
 * @param read seconds since 1970, or null if no used key expires; a rejection keeps the last value
 */
export function addServiceKeyExpiry(registry: Registry, read: () => Promise<number | null>): void {
  new Gauge({
    name: "latchkey_service_key_expiry_timestamp_seconds",
    help: "The next expiry of a service key that was used in the last seven days; +Inf if none expires.",
    registers: [registry],
    async collect() {
      await read().then(
        (seconds) => this.set(seconds ?? Number.POSITIVE_INFINITY),
        () => {},
      );
    },
  });
}

/** Registers the expiry metric of the certificates of TLS listeners. Each scrape reads the PEM files. An unreadable file has no value. */
export function addCertificateExpiry(
  registry: Registry,
  files: readonly { listener: string; certFile: string }[],
): void {
  new Gauge({
    name: "latchkey_tls_certificate_expiry_timestamp_seconds",
    help: "When the certificate of a listener expires.",
    labelNames: ["listener"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { listener, certFile } of files) {
        const expiry = await readFile(certFile).then(expiryOf, () => null);
        if (expiry !== null) this.set({ listener }, expiry);
      }
    },
  });
}

function expiryOf(pem: Buffer): number | null {
  try {
    return new X509Certificate(pem).validToDate.getTime() / 1_000;
  } catch {
    return null;
  }
}
