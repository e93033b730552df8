import { STATUS_CODES } from "node:http";

/** An error of the HTTP request itself. Its OAuth code is always `invalid_request`. */
export class HttpError extends Error {
  readonly status: number;
  /** Equals `status`. The pages read the status of every error from this property, which Fastify's own errors have too. */
  readonly statusCode: number;
  /** The value of the `Allow` header, for 405. */
  readonly allow: string | null;

  /**
   * @param status 4xx
   * @param description one public ASCII sentence without `"` and `\`
   */
  constructor(status: number, description = describe(status), allow: string | null = null) {
    super(description);
    this.name = "HttpError";
    this.status = status;
    this.statusCode = status;
    this.allow = allow;
  }
}

const DESCRIPTIONS: Record<number, string> = {
  404: "There is no resource at this URL.",
  405: "This URL does not support the request method.",
  408: "The request did not arrive in time.",
  413: "The body is too large.",
  414: "The URL is too long.",
  431: "The headers are too large.",
};

function describe(status: number): string {
  return DESCRIPTIONS[status] ?? `The request is invalid: ${STATUS_CODES[status] ?? "unknown status"}.`;
}
