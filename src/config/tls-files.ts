import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { filesOf } from "./database-url.ts";
import type { SettingName, Settings } from "./settings.ts";

const PAIRS: [certificate: SettingName, key: SettingName][] = [
  ["TLS_HTTP_CERT", "TLS_HTTP_KEY"],
  ["TLS_GRPC_CERT", "TLS_GRPC_KEY"],
  ["TLS_CONNECT_CERT", "TLS_CONNECT_KEY"],
  ["TLS_CORE_CERT", "TLS_CORE_KEY"],
];

const AUTHORITIES: SettingName[] = ["TLS_HTTP_CLIENT_CA", "TLS_GRPC_CLIENT_CA", "TLS_CONNECT_CLIENT_CA", "TLS_CORE_CA"];

/**
 * Errors of the files in TLS_* and the database URLs: a file is unreadable or of the wrong kind, or a key belongs to another certificate.
 */
export function findTlsErrors(settings: Settings): string[] {
  const errors: string[] = [];
  const read = <T>(name: SettingName, what: string, parse: (pem: Buffer) => T): T | null => {
    const file = settings[name];
    if (typeof file !== "string") return null;
    try {
      return parse(readFileSync(file));
    } catch (error) {
      const reason =
        error instanceof Error && "syscall" in error ? "cannot be read" : `contains no ${what} in PEM format`;
      errors.push(`${name} names a file that ${reason}: ${JSON.stringify(file)}.`);
      return null;
    }
  };
  const readCertificate = (name: SettingName) => read(name, "certificate", (pem) => new X509Certificate(pem));
  for (const [certificateName, keyName] of PAIRS) {
    const certificate = readCertificate(certificateName);
    const key = read<KeyObject>(keyName, "private key without a passphrase", (pem) => createPrivateKey(pem));
    if (certificate && key && !certificate.checkPrivateKey(key))
      errors.push(`${keyName} is not the key of ${certificateName}.`);
  }
  for (const name of AUTHORITIES) readCertificate(name);
  return [...errors, ...findDatabaseFileErrors(settings)];
}

function findDatabaseFileErrors(settings: Settings): string[] {
  return (["DATABASE_URL", "DATABASE_DIRECT_URL"] as const).flatMap((name) =>
    filesOf(settings[name] ?? "postgres:").flatMap(({ parameter, file }) => {
      try {
        readFileSync(file);
        return [];
      } catch {
        return [`${name} names a file in ${parameter} that cannot be read: ${JSON.stringify(file)}.`];
      }
    }),
  );
}
