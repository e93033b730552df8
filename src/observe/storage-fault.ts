/**
 * What became of the effects: `none` took place, or it is `unknown`, for the connection was lost at or after COMMIT. Never retried inside
 * when unknown: the caller's retry is judged against whatever the database then says.
 */
export type Outcome = "none" | "unknown";

/** The storage did not answer, or not as it must. Outside: 503 `temporarily_unavailable`, and never a verdict about a token or an app. */
export class StorageError extends Error {
  readonly outcome: Outcome;

  constructor(message: string, options: { outcome?: Outcome; cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "StorageError";
    this.outcome = options.outcome ?? "none";
  }
}
