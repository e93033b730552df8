import { StartupError } from "../../observe/startup-error.ts";

const OLDEST = 15;

/** The StartupError for an error of TLS or a missing password, which a retry cannot fix; null for other errors. */
export function toSetupError(error: unknown): StartupError | null {
  const message = error instanceof Error ? describeFailure(error) : null;
  return message === null ? null : setupError(message, error);
}

/** @param version `server_version_num` @throws StartupError if the schema needs a newer server */
export function requireVersion(version: number): void {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  if (major >= OLDEST) return;
  throw setupError(`is PostgreSQL ${major}.${minor}: PostgreSQL ${OLDEST} or newer is needed`);
}

/** @param message completes the sentence "The database of DATABASE_URL …" */
export function setupError(message: string, cause?: unknown): StartupError {
  return new StartupError(`The database of DATABASE_URL ${message}.`, { cause });
}

function describeFailure(error: Error): string | null {
  // node-postgres gives these errors no code, only a message.
  if (/^SASL: .* client password must be /.test(error.message)) return NO_PASSWORD;
  if (error.message === "The server does not support SSL connections") return NO_TLS;
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const reason = "reason" in error ? String(error.reason).replace(/\.$/, "") : "";
    return `has a certificate for another host (${reason}): use a host of the certificate in the URL, or install a certificate for this host`;
  }
  if (code === "CERT_HAS_EXPIRED") return "has an expired certificate: renew it";
  if (!UNKNOWN_AUTHORITY.has(code)) return null;
  return `has a certificate of an untrusted CA (${code}): add sslrootcert=<file of the CA> to the URL`;
}

const NO_PASSWORD =
  "asks for a password, and the URL has none: add it to the URL (user:password@host), or set PGPASSWORD";

const NO_TLS =
  "does not offer TLS, which sslmode requires: enable TLS at the server (ssl = on), or, if the network encrypts, " +
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
