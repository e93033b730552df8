import { status } from "@grpc/grpc-js";

/** Introspection failed: the core is unreachable or overloaded, or it rejects the service key. */
export class IntrospectionError extends Error {
  /** The gRPC status code. */
  readonly code: number;

  constructor(code: number, cause: unknown, what = "introspection") {
    super(`${what} failed: ${status[code] ?? code}`, { cause });
    this.name = "IntrospectionError";
    this.code = code;
  }

  /** True for UNAVAILABLE, DEADLINE_EXCEEDED and RESOURCE_EXHAUSTED, which a retry may resolve. */
  get unreachable(): boolean {
    return UNREACHABLE.includes(this.code);
  }
}

const UNREACHABLE: readonly number[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.RESOURCE_EXHAUSTED];

/** The error of a revocation feed that failed or could not be opened. */
export function feedError(code: number, cause: unknown): IntrospectionError {
  return new IntrospectionError(code, cause, "the revocation feed");
}
