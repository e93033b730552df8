import { unlink } from "node:fs/promises";
import { Registry } from "prom-client";
import { afterEach, expect, it } from "vitest";
import { addCertificateExpiry, addServiceKeyExpiry } from "../../../src/observe/expiry-metrics.ts";
import { type CertificateDirectory, openCertificates } from "../../support/certificates.ts";

let certificates: CertificateDirectory | undefined;
afterEach(() => certificates?.remove());

const seriesOf = async (registry: Registry) =>
  (await registry.metrics()).split("\n").filter((line) => line.startsWith("latchkey"));

it("reports the next expiry of a service key, keeps it while the database is away, and +Inf without one", async () => {
  const registry = new Registry();
  let read: () => Promise<number | null> = async () => 1_900_000_000;
  addServiceKeyExpiry(registry, () => read());
  expect(await seriesOf(registry)).toEqual(["latchkey_service_key_expiry_timestamp_seconds 1900000000"]);
  read = () => Promise.reject(new Error("away"));
  expect(await seriesOf(registry)).toEqual(["latchkey_service_key_expiry_timestamp_seconds 1900000000"]);
  read = async () => null;
  expect(await seriesOf(registry)).toEqual(["latchkey_service_key_expiry_timestamp_seconds +Inf"]);
});

it("reports the expiry of the certificate that the file holds at the scrape, and nothing without a file", async () => {
  certificates = await openCertificates();
  const { certFile } = await (await certificates.createAuthority("ca")).certify("server", { hours: 48 });
  const registry = new Registry();
  addCertificateExpiry(registry, [{ listener: "grpc", certFile }]);
  const [line] = await seriesOf(registry);
  const seconds = Number(/\{listener="grpc"\} (\d+)$/.exec(line!)?.[1]) - Date.now() / 1_000;
  expect(seconds / 3_600).toBeGreaterThan(46);
  expect(seconds / 3_600).toBeLessThanOrEqual(48);
  await unlink(certFile);
  expect(await seriesOf(registry)).toEqual([]);
});
