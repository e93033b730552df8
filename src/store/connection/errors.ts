import type { RetryOptions } from "../../concurrency/retry.ts";
import { StorageError } from "../../observe/storage-error.ts";

/** A statement found other rows than the lock and the decision promised; its transaction is rolled back, as if the database had refused. */
export class GuardError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GuardError";
  }
}

/** True if the database judged the transaction and undid it, and the connection lives on: other members of a group may do better alone. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof GuardError || (isSqlState(error) && !isConnectionLoss(error.code));
}

/** True for a serialization failure or a deadlock: the same again may well succeed. */
export function isTransient(error: unknown): boolean {
  return isSqlState(error) && (error.code === "40001" || error.code === "40P01");
}

const MAX_RETRIES = 3;

/** Retries after a serialization failure or deadlock, with jitter. */
export const TRANSIENT_RETRIES: RetryOptions = {
  isRetryable: isTransient,
  pauseMs: (retries) => (retries < MAX_RETRIES ? Math.random() * 20 * (retries + 1) : null),
};

/** True if the server has no such database or does not let this user in, which no waiting mends. */
export function isLoginRejected(error: unknown): boolean {
  return isSqlState(error) && /^(28|3D)/.test(error.code);
}

/** True if a row was held by somebody else for longer than the transaction would wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return isSqlState(error) && error.code === "55P03";
}

/** How a statement's own guard fails. */
export function isDivisionByZero(error: unknown): boolean {
  return isSqlState(error) && error.code === "22012";
}

/** True for an error that is neither the database's nor the driver's: our own code failed before it asked for the commit. */
export function isDefect(error: unknown): boolean {
  return !(error instanceof StorageError) && toStorageError(error) === error;
}

/**
 * True if an error of COMMIT itself says that nothing was kept. A shutdown or a lost connection does not: the commit may be on disk already.
 */
export function isRefusedCommit(error: unknown): boolean {
  return isSqlState(error) && /^(23|40)/.test(error.code);
}

/** Any error of driver or server as a StorageError; faults of our own code stay what they are. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  if (error instanceof GuardError || isSqlState(error) || isDriverError(error)) {
    return new StorageError("the database did not do what was asked", { cause: error });
  }
  return error;
}

/** The server's own errors carry a severity beside their SQLSTATE, also where MikroORM has copied them into its classes. */
function isSqlState(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string";
}

/** True for a violated constraint, which management operations answer themselves: a name taken, a row still in use. */
export function isConstraintViolation(error: unknown): boolean {
  return isSqlState(error) && error.code.startsWith("23");
}

function isConnectionLoss(code: string): boolean {
  return code.startsWith("08") || code.startsWith("57P");
}

/** What node-postgres itself throws has no class of its own: socket errors have a `syscall` or `code`, the rest only these words. */
function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "DriverException" || error.name === "ConnectionException") return true;
  return (
    ("syscall" in error && error.syscall !== undefined) ||
    DRIVER_WORDS.test(error.message) ||
    isAggregateOfDriver(error)
  );
}

const DRIVER_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after|timeout expired|The server does not support|read ECONNRESET)/;

function isAggregateOfDriver(error: Error): boolean {
  return error instanceof AggregateError && error.errors.every((inner) => isDriverError(inner));
}
