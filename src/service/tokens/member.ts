import type { BatchResult } from "../../concurrency/batcher.ts";
import { OAuthError, type Rejection } from "../../oauth/errors.ts";
import type { Call } from "../call.ts";
import { type Presented, readCredentials, toAnswer } from "./client.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { Credentials } from "./operations.ts";

/** One request among those that share a transaction. */
export interface Member<R> {
  request: R;
  call: Call;
  presented: Presented;
}

/** What a member gets, decided inside and told after the commit. A `fault` is this member's alone. */
export type Outcome<T> = { kind: "answer"; answer: T } | Rejection | { kind: "fault"; fault: unknown };

/** The request of an app with its credentials read. Throws the answer to one that does not name itself. */
export async function toMember<R extends { credentials: Credentials }>(
  deps: TokenDependencies,
  request: R,
  call: Call,
): Promise<Member<R>> {
  const presented = readCredentials(deps.format, request.credentials);
  if (presented.kind === "reject") {
    throw await toAnswer(deps, presented, { call, clientId: request.credentials.clientId });
  }
  return { request, call, presented };
}

/** The answer of a member whose transaction is over, or throws what its outcome stands for. */
export async function settle<T>(
  deps: TokenDependencies,
  settled: BatchResult<Outcome<T>>,
  { call, presented }: Member<unknown>,
): Promise<T> {
  const outcome = settled.kind === "decided" ? settled.decision : settled;
  if (outcome.kind === "answer") return outcome.answer;
  if (outcome.kind === "reject") throw await toAnswer(deps, outcome, { call, clientId: presented.key.clientId });
  throw outcome.fault;
}

/** True if the request was answered, or its caller has left: nothing is decided for it any more. */
export function isCancelled({ call }: { call: Call }): boolean {
  return call.ended === true;
}

/**
 * True if nothing may be revoked for the request: the process stood still while it may have waited, so its caller may have sent it again
 * elsewhere and moved on.
 */
export function mayBeLate({ call }: { call: Call }): boolean {
  return call.mayBeLate === true;
}

/** What a request gets that may be late: 503, no token, and nothing changed. */
export function dropped(): Outcome<never> {
  return { kind: "fault", fault: new OAuthError("request_late", { retryAfter: 1 }) };
}

/** The latest of the clock readings of one group: all locks were had by then. */
export function clockOf(rows: readonly { now: number }[]): number {
  return rows.reduce((latest, row) => Math.max(latest, row.now), 0);
}

/** An absent parameter, which the messages write as an empty text. */
export function orNull(text: string): string | null {
  return text === "" ? null : text;
}
