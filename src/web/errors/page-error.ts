import type { Html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";

/** The key of an error text. */
export type ErrorReason = keyof Messages["errors"]["reasons"];

/** The link or button of an error page. */
export type RecoveryLink =
  /** Leads to the start page. */
  | { kind: "home" }
  /** Leads to the app's install page, if the app is known, and to the list of connected apps. */
  | { kind: "connect-again"; path: string | null }
  /** Leads to the sign-in page and back to `next`. `other`: with another account. */
  | { kind: "sign-in"; next: string | null; other: boolean }
  /** Reloads a page. */
  | { kind: "retry"; path: string }
  /** Leads to another page, such as the list that does not have the resource any more. */
  | { kind: "page"; path: string; label: string };

/** The app of an error page. */
export interface AppOfError {
  appName: string;
  /** Only for a suspended app; else empty. */
  developerName: string;
  /** Only for an app that was allowed for one shop, or is still connected to it; else empty. */
  merchantName: string;
  /** Only for an app that was allowed or is still connected; else empty. */
  website: string;
  /** True for an app that stays connected after a request that was not allowed. */
  connected: boolean;
}

interface PageErrorOptions {
  /** The message, if there is no text for the reason. */
  message?: string;
  /** The title and the text in the language of the page, in place of those of the reason. */
  title?: string;
  explanation?: string | Html;
  /** The reason of the core's error. */
  refusal?: string;
  /** Seconds for `Retry-After`. */
  retryAfter?: number | null;
  recovery?: RecoveryLink;
  /** For the title. Null if the core does not name the app. */
  app?: AppOfError | null;
  /** The texts of a form that was not saved, to copy. */
  typed?: string;
  /** The original error, for the log only. */
  cause?: unknown;
}

/** An error page. `reason` is the key of its text; null if the text depends on the status. */
export class PageError extends Error {
  readonly status: number;
  readonly reason: ErrorReason | null;
  readonly text: string | null;
  readonly title: string | null;
  readonly explanation: string | Html | null;
  readonly refusal: string | null;
  readonly retryAfter: number | null;
  readonly recovery: RecoveryLink;
  readonly app: AppOfError | null;
  readonly typed: string;

  constructor(status: number, reason: ErrorReason | null, options: PageErrorOptions = {}) {
    super(options.message ?? reason ?? String(status), { cause: options.cause });
    this.name = "PageError";
    this.status = status;
    this.reason = reason;
    this.text = options.message ?? null;
    this.title = options.title ?? null;
    this.explanation = options.explanation ?? null;
    this.refusal = options.refusal ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.recovery = options.recovery ?? { kind: "home" };
    this.app = options.app ?? null;
    this.typed = options.typed ?? "";
  }
}
