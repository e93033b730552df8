import { authorityOf } from "./address.ts";
import { redactLine } from "./redact.ts";

/**
 * A start that fails for an external cause: a setting, port, directory or database. The message tells the operator what to change;
 * `main.ts` prints it without a stack trace and exits 1. With an empty message, another process has already reported the error.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

/** The text to print for a failed start: the message of a `StartupError`, otherwise the redacted stack. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return redactLine(error instanceof Error ? `${error.stack}` : String(error));
}

const LISTEN_ERRORS: Record<string, (address: string) => string> = {
  EADDRINUSE: (address) => `${address} is in use by another program; set another port`,
  EACCES: (address) => `this user may not open ${address}; set a port of 1024 or higher`,
  EADDRNOTAVAIL: (address) => `${address} is not an address of this machine; set another address`,
};

/** The error of a listener that failed to open. `setting` is its environment variable, such as HTTP_PORT. */
export function toListenError(cause: unknown, listener: { setting: string; host: string; port: number }): StartupError {
  const { setting, host, port } = listener;
  const text = cause instanceof Error ? `${"code" in cause ? cause.code : ""} ${cause.message}` : String(cause);
  const code = Object.keys(LISTEN_ERRORS).find((known) => text.includes(known));
  const address = authorityOf(host, port);
  const reason = code ? LISTEN_ERRORS[code]?.(address) : `${address} cannot be opened (${text.trim()})`;
  return new StartupError(`${setting}: ${reason}.`, { cause });
}
