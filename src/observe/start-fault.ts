import { authorityOf } from "./address.ts";
import { redactLine } from "./redact.ts";

/**
 * Something outside the program keeps it from starting: a setting, a port, a directory, a database. The message is written for the
 * person who typed the command and says what to do; `main.ts` prints it without a stack trace and exits 1. An empty one has been told
 * elsewhere.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

/** What to print for a start that failed: the sentence of a `StartupError`, the stack of anything else, without the secrets in it. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return redactLine(error instanceof Error ? `${error.stack}` : String(error));
}

const WHY_NOT: Record<string, (address: string) => string> = {
  EADDRINUSE: (address) => `${address} is taken by another program; set another port`,
  EACCES: (address) => `${address} may not be opened by this user; set a port from 1024 on`,
  EADDRNOTAVAIL: (address) => `${address} is no address of this machine; set another address`,
};

/** Where a listener could not be opened. `setting` names its port in the environment, such as HTTP_PORT. */
export function toListenError(cause: unknown, listener: { setting: string; host: string; port: number }): StartupError {
  const { setting, host, port } = listener;
  const text = cause instanceof Error ? `${"code" in cause ? cause.code : ""} ${cause.message}` : String(cause);
  const code = Object.keys(WHY_NOT).find((known) => text.includes(known));
  const address = authorityOf(host, port);
  const why = code ? WHY_NOT[code]?.(address) : `${address} cannot be opened (${text.trim()})`;
  return new StartupError(`${setting}: ${why}.`, { cause });
}
