import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { checkCertificates } from "../../../../src/cli/doctor/certificates.ts";
import { type Authority, type CertificateDirectory, openCertificates } from "../../../support/certificates.ts";

let directory: CertificateDirectory;
let authority: Authority;
beforeAll(async () => {
  directory = await openCertificates();
  authority = await directory.createAuthority("Test CA");
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => directory.remove());

/** Hours of a month. */
const MONTH = 720;

it("a certificate that is valid for a month and for the host has no finding", async () => {
  const { certFile } = await authority.certify("good", { hours: MONTH });
  const env = { TLS_HTTP_CERT: certFile, TLS_GRPC_CERT: certFile };
  expect(checkCertificates({ ...env, PUBLIC_URL: "https://localhost", CORE_URL: "https://127.0.0.1:50051" })).toEqual(
    [],
  );
});

it.each<[name: string, hours: number, severity: string, problem: string, effect: string]>([
  ["that expires within 14 days", 73, "warning", "The certificate of TLS_GRPC_CERT expires in 3 days.", "then refuse"],
  ["that has expired", -3, "problem", "The certificate of TLS_GRPC_CERT expired 3 hours ago.", "Clients refuse"],
])("a certificate %s is reported", async (_name, hours, severity, problem, effect) => {
  const { certFile } = await authority.certify("short", { hours });
  expect(checkCertificates({ TLS_GRPC_CERT: certFile })).toMatchObject([
    { severity, problem, effect: expect.stringContaining(effect) },
  ]);
});

it.each(["https://auth.platform.example", "https://192.0.2.1"])(
  "a certificate of another host than %s is reported",
  async (url) => {
    const { certFile } = await authority.certify("other", { hours: MONTH });
    const host = new URL(url).hostname;
    expect(checkCertificates({ TLS_HTTP_CERT: certFile, PUBLIC_URL: url })).toMatchObject([
      {
        severity: "problem",
        problem: `The certificate of TLS_HTTP_CERT is not valid for ${host}, the host of PUBLIC_URL.`,
      },
    ]);
  },
);

it("a file without a certificate is reported", async () => {
  const { keyFile } = await authority.certify("key", { hours: MONTH });
  for (const file of [keyFile, `${keyFile}-absent`])
    expect(checkCertificates({ TLS_CORE_CA: file })).toMatchObject([
      {
        severity: "problem",
        problem: `TLS_CORE_CA names a file that cannot be read or holds no certificate: ${file}.`,
      },
    ]);
});

it("a certificate of the future is reported", async () => {
  const { certFile } = await authority.certify("future", { hours: 48 * 30 });
  const validFrom = new X509Certificate(await readFile(certFile)).validFromDate.getTime();
  vi.spyOn(Date, "now").mockReturnValue(validFrom - 3_600_000);
  expect(checkCertificates({ TLS_CONNECT_CERT: certFile })).toMatchObject([
    { severity: "problem", problem: "The certificate of TLS_CONNECT_CERT becomes valid in 60 minutes." },
  ]);
});
