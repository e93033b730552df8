import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { Environment } from "../../config/secret-files.ts";
import { describeDistance, EXPIRY_WARNING, type Finding, NotApplicableError } from "./report.ts";

const FILES: Record<string, string> = {
  TLS_HTTP_CERT: "the public port",
  TLS_GRPC_CERT: "the gRPC port",
  TLS_CONNECT_CERT: "the Connect port",
  TLS_CORE_CERT: "the gateway's connection to the core",
  TLS_HTTP_CLIENT_CA: "the public port",
  TLS_GRPC_CLIENT_CA: "the gRPC port",
  TLS_CONNECT_CLIENT_CA: "the Connect port",
  TLS_CORE_CA: "the connection to the core",
};

/** The settings whose certificate must be valid for the host of another setting's URL. */
const HOSTS: Record<string, string> = { TLS_HTTP_CERT: "PUBLIC_URL", TLS_GRPC_CERT: "CORE_URL" };

/** Checks the validity of the certificates in `TLS_*`, and the names in those that clients verify. */
export function checkCertificates(env: Environment): Finding[] {
  const names = Object.keys(FILES).filter((name) => env[name]);
  if (names.length === 0) throw new NotApplicableError("no TLS_* setting names a certificate");
  return names.flatMap((name) => {
    const certificate = readCertificate(env[name]!);
    if (certificate === null) return [unreadable(name, env[name]!)];
    const expiry = describeExpiry(certificate.validToDate.getTime(), {
      what: `The certificate of ${name}`,
      effect: `Clients then refuse ${FILES[name]}.`,
      fix: "Replace the files of the certificate and its key, and send SIGHUP to the processes.",
    });
    return [...notYetValid(name, certificate), ...expiry, ...otherHost(name, certificate, env)];
  });
}

interface Expiring {
  what: string;
  effect: string;
  fix: string;
}

/** A finding if `expiresAt`, in milliseconds since 1970, is past or near; else none. */
export function describeExpiry(expiresAt: number, { what, effect, fix }: Expiring): Finding[] {
  const left = (expiresAt - Date.now()) / 1_000;
  if (left > EXPIRY_WARNING) return [];
  const isPast = left <= 0;
  const problem = `${what} ${isPast ? "expired" : "expires"} ${describeDistance(left)}.`;
  return [
    { severity: isPast ? "problem" : "warning", problem, effect: isPast ? effect.replace(" then", "") : effect, fix },
  ];
}

function readCertificate(file: string): X509Certificate | null {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return null;
  }
}

function unreadable(name: string, file: string): Finding {
  return {
    severity: "problem",
    problem: `${name} names a file that cannot be read or holds no certificate: ${file}.`,
    effect: "A process with this setting does not start.",
    fix: "Correct the path or the permissions of the file.",
  };
}

function notYetValid(name: string, { validFromDate }: X509Certificate): Finding[] {
  const wait = (validFromDate.getTime() - Date.now()) / 1_000;
  if (wait <= 0) return [];
  return [
    {
      severity: "problem",
      problem: `The certificate of ${name} becomes valid ${describeDistance(wait)}.`,
      effect: `Until then, clients refuse ${FILES[name]}.`,
      fix: "Use a certificate that is valid now, or correct this machine's clock.",
    },
  ];
}

function otherHost(name: string, certificate: X509Certificate, env: Environment): Finding[] {
  const setting = HOSTS[name];
  const url = setting === undefined ? undefined : env[setting];
  if (!url || !URL.canParse(url)) return [];
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const matches = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (matches !== undefined) return [];
  return [
    {
      severity: "problem",
      problem: `The certificate of ${name} is not valid for ${host}, the host of ${setting}.`,
      effect: `Clients refuse ${FILES[name]}.`,
      fix: `Use a certificate with the subject alternative name ${host}.`,
    },
  ];
}
