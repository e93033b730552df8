import type { ErrorCode } from "./error-answer.ts";

/**
 * The `error_uri` of a code: its section on the error code page (`web/error-codes`).
 * @param origin PUBLIC_URL
 */
export function errorUriOf(code: ErrorCode, origin: string): string {
  return `${origin}/docs/errors#${code}`;
}
