const CENSORED = "[redacted]";

/** Fields that are never logged, in any spelling (`client_secret`, `clientSecret`, `Client-Secret`). */
const SECRET_MEMBERS = new Set([
  "password",
  "newpassword",
  "currentpassword",
  "secret",
  "clientsecret",
  "token",
  "accesstoken",
  "refreshtoken",
  "sessiontoken",
  "installtoken",
  "csrftoken",
  "codeverifier",
  "authorizationcode",
  "servicekey",
  "introspectkey",
  "tokenkey",
  "databaseurl",
  "databasedirecturl",
  "authorization",
  "cookie",
  "setcookie",
  "latchkeysession",
]);

const DEEPEST = 6;

/**
 * Copies the fields of a log line and censors those named like a secret, at any depth. Of errors it keeps only safe fields, because drivers
 * and the ORM attach statements, parameters and rows to them.
 */
export function redactFacts(facts: Record<string, unknown>): Record<string, unknown> {
  return redactMembers(facts, 0);
}

function redactMembers(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) ? CENSORED : redactValue(member, depth + 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth >= DEEPEST) return "[deep]";
  if (Array.isArray(value)) return value.map((member) => redactValue(member, depth + 1));
  if (ArrayBuffer.isView(value)) return "[bytes]";
  return isPlain(value) ? redactMembers(value, depth) : value;
}

const isSecretName = (name: string): boolean => SECRET_MEMBERS.has(name.toLowerCase().replaceAll(/[-_]/g, ""));

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
    stack: error.stack,
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: redactValue(cause, depth + 1) }),
    ...(error instanceof SuppressedError && depth < DEEPEST ? describeBoth(error, depth) : {}),
  };
}

/** Describes both errors of a SuppressedError, which a disposable stack throws if several resources fail to close. */
function describeBoth({ error, suppressed }: SuppressedError, depth: number): Record<string, unknown> {
  return { error: redactValue(error, depth + 1), suppressed: redactValue(suppressed, depth + 1) };
}

/** Matches tokens of any prefix. The prefix and the type stay readable. */
const TOKENS = /\b([A-Za-z][A-Za-z0-9]{0,15}_(?:at|rt|ac|cs|sk|it)_)[0-9A-Za-z]{20,}/g;
// The length bound avoids quadratic matching.
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]{0,31}:\/\/)[^\s/@"\\]+@/gi;
const AUTHORIZATION = /\b(Basic|Bearer)\s+[A-Za-z0-9._~+/=-]{8,}/g;
const PARAMETERS =
  /\b(password|client_secret|refresh_token|access_token|install_token|csrf_token|token|code_verifier|code|state)=[^&\s"'\\]+/g;

const MEMBERS = /"([\w-]+)":"(?:[^"\\]|\\.)*"/g;

/** Censors secrets in the final JSON line: in messages, stacks, URLs and a child logger's bindings. */
export function redactLine(line: string): string {
  return line
    .replace(MEMBERS, (member, name: string) => (isSecretName(name) ? `"${name}":"${CENSORED}"` : member))
    .replace(TOKENS, `$1${CENSORED}`)
    .replace(URL_CREDENTIALS, `$1${CENSORED}@`)
    .replace(AUTHORIZATION, `$1 ${CENSORED}`)
    .replace(PARAMETERS, `$1=${CENSORED}`);
}
