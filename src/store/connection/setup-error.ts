import { StartupError } from "../../observe/startup-error.ts";

const OLDEST = 18;

/** Why no TLS connection came about where no waiting mends it, null for any other error. */
export function toTlsSetupError(error: unknown): StartupError | null {
  const message = error instanceof Error ? describeTlsFailure(error) : null;
  return message === null ? null : setupError(message, error);
}

/** @throws StartupError for a server that lacks what the schema uses; `version` is its `server_version_num` */
export function requireVersion(version: number): void {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  if (major >= OLDEST) return;
  throw setupError(`is too old: PostgreSQL ${OLDEST} or newer is needed; this is ${major}.${minor}`);
}

function setupError(message: string, cause?: unknown): StartupError {
  return new StartupError(`The database of DATABASE_URL ${message}.`, { cause });
}

function describeTlsFailure(error: Error): string | null {
  // node-postgres tells it by these words alone.
  if (error.message === "The server does not support SSL connections") return NO_TLS;
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const reason = "reason" in error ? String(error.reason).replace(/\.$/, "") : "";
    return `has a certificate for another host (${reason}): put a host that it names into the URL, or give the server a certificate for this host`;
  }
  if (code === "CERT_HAS_EXPIRED") return "has a certificate that has expired: renew it";
  if (!UNKNOWN_AUTHORITY.has(code)) return null;
  return `has a certificate of a CA that is not trusted here (${code}): name the CA's file with sslrootcert=<file> in the URL`;
}

const NO_TLS =
  "does not offer TLS, which its sslmode asks for: turn TLS on at the server (ssl = on), or, where something else encrypts, " +
  "set sslmode=disable and ALLOW_PLAINTEXT_DATABASE=1";

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
