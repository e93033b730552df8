import type { RetryOptions } from "../../concurrency/retry.ts";
import { StorageError } from "../../observe/storage-error.ts";

/** A guarded statement changed fewer rows than the transaction had locked. The transaction is rolled back. */
export class GuardError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GuardError";
  }
}

/**
 * True if the database rolled the transaction back and the connection is still usable. Then other requests of the batch may succeed
 * individually.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof GuardError || (isSqlState(error) && !isConnectionLoss(error.code));
}

/** True for a serialization failure or a deadlock, which a retry may resolve. */
export function isTransient(error: unknown): boolean {
  return isSqlState(error) && (error.code === "40001" || error.code === "40P01");
}

const MAX_RETRIES = 3;

/** Retries after a serialization failure or deadlock, with jitter. */
export const TRANSIENT_RETRIES: RetryOptions = {
  isRetryable: isTransient,
  pauseMs: (retries) => (retries < MAX_RETRIES ? Math.random() * 20 * (retries + 1) : null),
};

/** True if the server rejects the login or has no such database. A retry does not help. */
export function isLoginRejected(error: unknown): boolean {
  return isSqlState(error) && /^(28|3D)/.test(error.code);
}

/** True if the server has no such database. */
export function isDatabaseMissing(error: unknown): boolean {
  return isSqlState(error) && error.code === "3D000";
}

/** True if the server refuses a statement, for example for a missing privilege. A retry does not help. */
export function isStatementRefused(error: unknown): boolean {
  return isSqlState(error) && error.code.startsWith("42");
}

/** True if the server has no connection left. */
export function isOutOfConnections(error: unknown): boolean {
  return isSqlState(error) && error.code === "53300";
}

/** True if another transaction held a row's lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return isSqlState(error) && error.code === "55P03";
}

/** True if the guard of a statement failed (`guarded` in query.ts). */
export function isDivisionByZero(error: unknown): boolean {
  return isSqlState(error) && error.code === "22012";
}

/** True for an error of this service's own code. Such an error occurs before the commit is sent. */
export function isDefect(error: unknown): boolean {
  return !(error instanceof StorageError) && toStorageError(error) === error;
}

/**
 * True if an error of COMMIT means that the transaction was rolled back. After a shutdown or a lost connection, the commit may be durable
 * instead.
 */
export function isRolledBackCommit(error: unknown): boolean {
  return isSqlState(error) && /^(23|40)/.test(error.code);
}

/** Wraps errors of driver and server in a StorageError; returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  if (error instanceof GuardError || isSqlState(error) || isDriverError(error)) {
    return new StorageError("the database failed", { cause: error });
  }
  return error;
}

/** True for errors of the server, which have a severity and a SQLSTATE. MikroORM copies both to its own error classes. */
function isSqlState(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string";
}

/** True for a violated constraint, such as a duplicate name, which management operations map to a request error. */
export function isConstraintViolation(error: unknown): boolean {
  return isSqlState(error) && error.code.startsWith("23");
}

function isConnectionLoss(code: string): boolean {
  return code.startsWith("08") || code.startsWith("57P");
}

/** node-postgres has no error classes: socket errors have a `syscall`, others only a known message. */
function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "DriverException" || error.name === "ConnectionException") return true;
  return (
    ("syscall" in error && error.syscall !== undefined) ||
    DRIVER_MESSAGES.test(error.message) ||
    isAggregateOfDriver(error)
  );
}

const DRIVER_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after|timeout expired|The server does not support|read ECONNRESET)/;

function isAggregateOfDriver(error: Error): boolean {
  return error instanceof AggregateError && error.errors.every((inner) => isDriverError(inner));
}
