/** The operations of a load. `introspect` may be answered from a cache, `introspect_consistent` may not. */
export type OperationKind = "issue" | "exchange" | "refresh" | "revoke" | "introspect" | "introspect_consistent";

/** `ok`: done. `fail`: rejected with 4xx. `unknown`: not answered, or answered with 5xx, so the effect may or may not exist. */
export type Outcome = "ok" | "fail" | "unknown";

/** The HTTP response to an operation. */
export interface Answer {
  status: number;
  /** The OAuth error code, or the code of the RPC error; null without an error. */
  error: string | null;
  /** True if the response has a `Retry-After` header. */
  retryAfter: boolean;
  via: "oauth" | "rpc";
}

/** The parts of a response besides its status. */
export interface Given {
  code?: string;
  access?: string;
  refresh?: string;
  active?: boolean;
}

export interface Operation {
  kind: OperationKind;
  /** The code or token in the request; empty for `issue`. */
  presented: string;
  /** Milliseconds of the monotonic clock. */
  invokedAt: number;
  /** Infinity while the operation is pending. */
  endedAt: number;
  outcome: Outcome;
  /** Null if there was no answer. */
  answer: Answer | null;
  given: Given;
}

/** The operations on the tokens of one authorization code, in the order of their start. */
export type History = Operation[];

/** Operations by kind and outcome. */
export type Counts = Record<OperationKind, Record<Outcome, number>>;

export interface Recorder {
  /** Records the start of an operation; the result records its end. */
  invoke(
    history: History,
    operation: Pick<Operation, "kind" | "presented">,
  ): (answer: Answer | null, given?: Given) => Outcome;
  counts(): Counts;
  /** Operations that ended `ok` or `fail`. */
  answered(): number;
  /** Operations without an end. */
  pending(): number;
  /**
   * Resolves with the milliseconds until `STREAK` consecutive operations were answered; null if this takes longer than `timeoutMs`.
   * Counts from this call.
   */
  untilNormal(timeoutMs: number): Promise<number | null>;
}

/** The number of consecutive answers that count as normal service. */
const STREAK = 25;

const KINDS: readonly OperationKind[] = [
  "issue",
  "exchange",
  "refresh",
  "revoke",
  "introspect",
  "introspect_consistent",
];

/** Records the operations of concurrent clients. @param now milliseconds of a monotonic clock */
export function createRecorder(now: () => number = () => performance.now()): Recorder {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, { ok: 0, fail: 0, unknown: 0 }])) as Counts;
  const waits = new Set<(outcome: Outcome) => void>();
  let pending = 0;
  return {
    invoke(history, { kind, presented }) {
      const operation: Operation = {
        kind,
        presented,
        invokedAt: now(),
        endedAt: Number.POSITIVE_INFINITY,
        outcome: "unknown",
        answer: null,
        given: {},
      };
      history.push(operation);
      pending += 1;
      return (answer, given = {}) => {
        const outcome = outcomeOf(answer);
        Object.assign(operation, { endedAt: now(), outcome, answer, given });
        pending -= 1;
        counts[kind][outcome] += 1;
        for (const wait of waits) wait(outcome);
        return outcome;
      };
    },
    counts: () => structuredClone(counts),
    answered: () => KINDS.reduce((sum, kind) => sum + counts[kind].ok + counts[kind].fail, 0),
    pending: () => pending,
    untilNormal(timeoutMs) {
      const began = now();
      let streak = 0;
      let since = began;
      return new Promise((resolve) => {
        const settle = (elapsed: number | null) => {
          clearTimeout(timer);
          waits.delete(wait);
          resolve(elapsed);
        };
        const wait = (outcome: Outcome) => {
          if (outcome === "unknown") streak = 0;
          else if (streak++ === 0) since = now();
          if (streak === STREAK) settle(since - began);
        };
        const timer = setTimeout(() => settle(null), timeoutMs);
        waits.add(wait);
      });
    },
  };
}

/** Any 2xx is `ok`, any 4xx `fail`. The checker decides whether the status is allowed. */
export function outcomeOf(answer: Answer | null): Outcome {
  if (answer === null || answer.status >= 500) return "unknown";
  return answer.status < 300 ? "ok" : "fail";
}
