import { STATUS_CODES } from "node:http";

/** What HTTP itself has against a request, before it means anything in OAuth. Its OAuth code is always `invalid_request`. */
export class HttpError extends Error {
  readonly status: number;
  /** The same, as Fastify's own failures carry it: the pages judge failures by it, whoever made them. */
  readonly statusCode: number;
  /** The value of the `Allow` header, for 405. */
  readonly allow: string | null;

  /**
   * @param status 4xx
   * @param description one ASCII sentence without `"` and `\` for the app's developer; told outside
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
  404: "There is nothing at this address.",
  405: "This address does not take requests of this method.",
  408: "The request did not arrive in time.",
  413: "The body is too large.",
  414: "The address is too long.",
  431: "The headers are too large.",
};

function describe(status: number): string {
  return DESCRIPTIONS[status] ?? `The request is not acceptable: ${STATUS_CODES[status] ?? "unknown status"}.`;
}
