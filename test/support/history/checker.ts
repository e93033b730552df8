import type { History, Operation } from "./recorder.ts";

/** The rules that a history may break. */
export const RULES = {
  "lost token": "an answered token exists and is active until it is revoked",
  "lost grant": "a client that retries its refresh keeps its grant",
  "second redemption": "a code is redeemed once",
  "second successor": "all answers to one refresh token are the same pair",
  "revocation undone": "nothing is active after the answer to its revocation",
  "active again": "an inactive token does not become active",
  "wrong rejection": "an outage is not answered with 4xx",
  "wrong outage": "an outage is answered with 503 temporarily_unavailable and Retry-After",
  "no answer": "a running service answers every request",
} as const;

export type Rule = keyof typeof RULES;

export interface Violation {
  rule: Rule;
  /** A text with kinds, statuses and milliseconds, but without tokens. */
  detail: string;
}

export interface CheckOptions {
  /** How long after an answer a cached introspection may still be older: FEED_MAX_AGE for several replicas, else 0. */
  cacheLagMs?: number;
  /** True if the service itself runs throughout, so that a request without an answer is a violation. */
  mustAnswer?: boolean;
}

/** Checks the history of one code and its tokens against all rules. A pending operation counts as unknown. */
export function checkHistory(history: History, options: CheckOptions = {}): Violation[] {
  const facts = toFacts(history, options.cacheLagMs ?? 0);
  return [
    ...history.flatMap((operation) => checkAnswer(operation, options)),
    ...history.flatMap((operation) => checkRejection(facts, operation)),
    ...checkUniqueness(history),
    ...history.flatMap((operation) => checkRevocation(facts, operation)),
    ...history.flatMap((operation) => checkActivity(facts, operation)),
  ];
}

interface Facts {
  history: History;
  lagMs: number;
  /** Requests that may have ended the whole family: revocations of refresh tokens, and replays of the code. */
  familyEnds: Operation[];
  /** Revocations of a single access token. */
  tokenEnds: Operation[];
}

function toFacts(history: History, lagMs: number): Facts {
  const refreshTokens = new Set(history.map(({ given }) => given.refresh));
  const revocations = history.filter(({ kind }) => kind === "revoke");
  const isOfFamily = ({ presented }: Operation) => refreshTokens.has(presented);
  return {
    history,
    lagMs,
    familyEnds: [...revocations.filter(isOfFamily), ...replaysOf(history)],
    tokenEnds: revocations.filter((operation) => !isOfFamily(operation)),
  };
}

/** Exchanges at the same time as or after a successful one. An exchange that the client gave up before then counts as not sent. */
function replaysOf(history: History): Operation[] {
  const exchanges = history.filter(({ kind }) => kind === "exchange");
  return exchanges.filter((one) =>
    exchanges.some((other) => other !== one && isSuccess(other) && one.endedAt > other.invokedAt),
  );
}

const isSuccess = ({ outcome }: Operation) => outcome === "ok";
const precedes = (one: Operation, other: Operation) => one.endedAt < other.invokedAt;

function checkAnswer(operation: Operation, { mustAnswer = false }: CheckOptions): Violation[] {
  const { answer, endedAt } = operation;
  if (answer === null) return mustAnswer && endedAt < Infinity ? [violation("no answer", operation)] : [];
  if (answer.status < 500) return [];
  const isOutage =
    answer.via === "rpc"
      ? answer.status === 503 && answer.error === "unavailable"
      : answer.status === 503 && answer.error === "temporarily_unavailable" && answer.retryAfter;
  return isOutage ? [] : [violation("wrong outage", operation)];
}

/** A rejected exchange or refresh needs a cause in the history; other operations of these clients are never rejected. */
function checkRejection({ history, familyEnds }: Facts, operation: Operation): Violation[] {
  if (operation.outcome !== "fail") return [];
  if (operation.answer?.error !== "invalid_grant") return [violation("wrong rejection", operation)];
  if (operation.kind === "refresh") {
    return familyEnds.some((end) => end.invokedAt < operation.endedAt) ? [] : [violation("lost grant", operation)];
  }
  const others = history.filter(
    (other) => other.kind === "exchange" && other !== operation && other.outcome !== "fail",
  );
  const hasCause = operation.kind === "exchange" && others.some((other) => other.invokedAt < operation.endedAt);
  return hasCause ? [] : [violation("wrong rejection", operation)];
}

function checkUniqueness(history: History): Violation[] {
  const answers = new Map<string, Operation>();
  return history.flatMap((operation): Violation[] => {
    if (!isSuccess(operation) || (operation.kind !== "exchange" && operation.kind !== "refresh")) return [];
    const first = answers.get(operation.presented);
    answers.set(operation.presented, first ?? operation);
    if (first === undefined) return [];
    if (operation.kind === "exchange") return [violation("second redemption", operation)];
    const isSame = first.given.access === operation.given.access && first.given.refresh === operation.given.refresh;
    return isSame ? [] : [violation("second successor", operation)];
  });
}

/** Checks that after a confirmed end of the family or token no introspection is active and no refresh succeeds. */
function checkRevocation({ tokenEnds, familyEnds, lagMs }: Facts, operation: Operation): Violation[] {
  const isEffective = (end: Operation) => isConfirmed(end) && precedes(end, operation);
  if (operation.kind === "refresh" && isSuccess(operation) && familyEnds.some(isEffective))
    return [violation("revocation undone", operation)];
  if (operation.given.active !== true) return [];
  const isRecent = (end: Operation) =>
    operation.kind === "introspect" && lagMs > 0 && operation.invokedAt - end.endedAt < lagMs;
  const ends = [...familyEnds, ...tokenEnds.filter(({ presented }) => presented === operation.presented)];
  return ends.some((end) => isEffective(end) && !isRecent(end)) ? [violation("revocation undone", operation)] : [];
}

/** A revocation is confirmed by 200, a replay of the code by its rejection. */
function isConfirmed({ kind, outcome, answer }: Operation): boolean {
  return kind === "revoke" ? outcome === "ok" : outcome === "fail" && answer?.error === "invalid_grant";
}

/** Checks that an inactive token has a cause, and that it stays inactive. */
function checkActivity({ history, tokenEnds, familyEnds, lagMs }: Facts, operation: Operation): Violation[] {
  const { presented, given } = operation;
  if (given.active === undefined) return [];
  if (!given.active) {
    const ends = [...familyEnds, ...tokenEnds.filter((end) => end.presented === presented)];
    return ends.some((end) => end.invokedAt < operation.endedAt) ? [] : [violation("lost token", operation)];
  }
  const isEarlier = (other: Operation) =>
    other.presented === presented &&
    other.given.active === false &&
    precedes(other, operation) &&
    !(operation.kind === "introspect" && operation.invokedAt - other.endedAt < lagMs);
  return history.some(isEarlier) ? [violation("active again", operation)] : [];
}

function violation(rule: Rule, { kind, answer, invokedAt, endedAt }: Operation): Violation {
  const result = answer === null ? "no answer" : `${answer.status} ${answer.error ?? ""}`.trim();
  return { rule, detail: `${kind}: ${result} after ${Math.round(endedAt - invokedAt)} ms` };
}
