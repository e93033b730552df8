import { status } from "@grpc/grpc-js";

/** The core could not tell whether a token is good: unreachable, overloaded, or the service key is at fault. */
export class IntrospectionError extends Error {
  /** The gRPC status code. */
  readonly code: number;

  constructor(code: number, cause: unknown, what = "introspection") {
    super(`${what} failed: ${status[code] ?? code}`, { cause });
    this.name = "IntrospectionError";
    this.code = code;
  }

  /** Whether the core was not reached, not in time, or had no room: it may be asked again. False where it answered, be it that the key is no good. */
  get unreachable(): boolean {
    return UNREACHABLE.includes(this.code);
  }
}

const UNREACHABLE: readonly number[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.RESOURCE_EXHAUSTED];

/** The feed of revocations was lost, or not had. */
export function feedError(code: number, cause: unknown): IntrospectionError {
  return new IntrospectionError(code, cause, "the feed of revocations");
}
