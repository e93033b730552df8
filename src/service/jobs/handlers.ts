export interface JobAttempt {
  /** The number of the attempt, from 1 on. */
  number: number;
  /** Aborts when the attempt has taken too long or the process stops. */
  signal: AbortSignal;
}

/**
 * Runs the jobs of one kind. An attempt may run again after it has succeeded, if its worker stops before the success is stored.
 * @throws PermanentJobError if no further attempt can succeed; any other error is retried
 */
export interface JobHandler {
  run(payload: Record<string, unknown>, attempt: JobAttempt): Promise<void>;
  /** The age of a job in seconds after which a failed attempt is the last; default three days. */
  retryForSeconds?: number;
}

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** An attempt failed in a way that a retry cannot change, such as an invalid address. */
export class PermanentJobError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentJobError";
  }
}
