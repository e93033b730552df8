import type { Messages } from "../messages.en.ts";

/** A fault that the message files have a text for. */
export type FaultReason = keyof Messages["fault"]["reasons"];

/** What an error page offers as a way on. */
export type WayOn =
  /** The start page. */
  | { kind: "home" }
  /** Sign in, and come back to this path; `other`: with another account than the one that was refused. */
  | { kind: "sign-in"; next: string | null; other: boolean }
  /** Load this page of ours again. */
  | { kind: "retry"; path: string };

interface PageFaultOptions {
  /** The sentence for the person, where the reason has none in the message file. */
  message?: string;
  /** The core's own reason, for which the message files may have a text. */
  refusal?: string;
  /** Seconds. */
  retryAfter?: number | null;
  wayOn?: WayOn;
  /** What went wrong inside, for the log alone. */
  cause?: unknown;
}

/** A request that ends in an error page. `reason` names its text in the message files; null: the status says enough. */
export class PageError extends Error {
  readonly status: number;
  readonly reason: FaultReason | null;
  readonly text: string | null;
  readonly refusal: string | null;
  readonly retryAfter: number | null;
  readonly wayOn: WayOn;

  constructor(status: number, reason: FaultReason | null, options: PageFaultOptions = {}) {
    super(options.message ?? reason ?? String(status), { cause: options.cause });
    this.name = "PageError";
    this.status = status;
    this.reason = reason;
    this.text = options.message ?? null;
    this.refusal = options.refusal ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.wayOn = options.wayOn ?? { kind: "home" };
  }
}
