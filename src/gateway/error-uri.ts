import type { ErrorCode } from "./error-answer.ts";

/**
 * The `error_uri` of a code: its paragraph on the page of error codes, which the pages serve (`web/error-codes`).
 * @param origin PUBLIC_URL
 */
export function errorUriOf(code: ErrorCode, origin: string): string {
  return `${origin}/docs/errors#${code}`;
}
