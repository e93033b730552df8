import type { Messages } from "../messages.en.ts";

/** An error that the message files have a text for. */
export type ErrorReason = keyof Messages["errors"]["reasons"];

/** What an error page offers as a way on. */
export type RecoveryLink =
  /** The start page. */
  | { kind: "home" }
  /** Sign in, and come back to this path; `other`: with another account than the one that was refused. */
  | { kind: "sign-in"; next: string | null; other: boolean }
  /** Load this page of ours again. */
  | { kind: "retry"; path: string };

interface PageErrorOptions {
  /** The sentence for the person, where the reason has none in the message file. */
  message?: string;
  /** The core's own reason, for which the message files may have a text. */
  refusal?: string;
  /** Seconds. */
  retryAfter?: number | null;
  recovery?: RecoveryLink;
  /** What went wrong inside, for the log alone. */
  cause?: unknown;
}

/** A request that ends in an error page. `reason` names its text in the message files; null: the status says enough. */
export class PageError extends Error {
  readonly status: number;
  readonly reason: ErrorReason | null;
  readonly text: string | null;
  readonly refusal: string | null;
  readonly retryAfter: number | null;
  readonly recovery: RecoveryLink;

  constructor(status: number, reason: ErrorReason | null, options: PageErrorOptions = {}) {
    super(options.message ?? reason ?? String(status), { cause: options.cause });
    this.name = "PageError";
    this.status = status;
    this.reason = reason;
    this.text = options.message ?? null;
    this.refusal = options.refusal ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.recovery = options.recovery ?? { kind: "home" };
  }
}
