/**
 * Whether the transaction took effect: `none` means it did not, `unknown` means the connection was lost at or after COMMIT.
 * An unknown outcome is never retried internally; the caller's retry reads the current state.
 */
export type Outcome = "none" | "unknown";

/** The storage failed or misbehaved. The response is 503 `temporarily_unavailable`, never a decision about a token or app. */
export class StorageError extends Error {
  readonly outcome: Outcome;

  constructor(message: string, options: { outcome?: Outcome; cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "StorageError";
    this.outcome = options.outcome ?? "none";
  }
}
