import { setTimeout as delay } from "node:timers/promises";
import type { History } from "../history/recorder.ts";
import type { Operations, Result } from "./operations.ts";

/** One authorization code and its tokens. */
export interface Grant {
  history: History;
  /** True once the client no longer uses the grant. */
  done: boolean;
}

/** Clients that obtain, use and revoke tokens until they are stopped. */
export interface Load {
  /** Grants that `takeDone` has not removed. */
  grants(): Grant[];
  /** Removes the grants that no client uses any more. */
  takeDone(): Grant[];
  /** Resolves when no operation is pending; clients then wait for `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Stops after the pending operations; all grants are done then. */
  stop(): Promise<void>;
}

/** A client refreshes its grant this many times. */
const REFRESHES = 4;

/** Starts clients; each uses one grant after the other. */
export function startLoad(operations: Operations, clients: number): Load {
  const grants = new Set<Grant>();
  const gate = createGate();
  const run = async () => {
    while (!gate.isStopped()) {
      const grant: Grant = { history: [], done: false };
      grants.add(grant);
      await useGrant({ operations, history: grant.history, gate }).catch((error: unknown) => {
        if (error !== STOPPED) throw error;
      });
      grant.done = true;
    }
  };
  const running = Promise.all(Array.from({ length: clients }, run));
  running.catch(() => {});
  return {
    grants: () => [...grants],
    takeDone() {
      const done = [...grants].filter((grant) => grant.done);
      for (const grant of done) grants.delete(grant);
      return done;
    },
    pause: () => gate.pause(),
    resume: () => gate.resume(),
    async stop() {
      gate.stop();
      await running;
    },
  };
}

const STOPPED = new Error("the load was stopped");

/** A gate that lets operations pass or holds them back. */
interface Gate {
  pass<T>(operation: () => Promise<T>): Promise<T>;
  pause(): Promise<void>;
  resume(): void;
  stop(): void;
  isStopped(): boolean;
}

function createGate(): Gate {
  let opened = Promise.withResolvers<void>();
  let idle = Promise.withResolvers<void>();
  let state: "open" | "paused" | "stopped" = "open";
  let pending = 0;
  return {
    async pass(operation) {
      while (state === "paused") await opened.promise;
      if (state === "stopped") throw STOPPED;
      pending += 1;
      try {
        return await operation();
      } finally {
        pending -= 1;
        if (pending === 0) idle.resolve();
      }
    },
    pause() {
      state = "paused";
      opened = Promise.withResolvers();
      idle = Promise.withResolvers();
      if (pending === 0) idle.resolve();
      return idle.promise;
    },
    resume() {
      state = "open";
      opened.resolve();
    },
    stop() {
      state = "stopped";
      opened.resolve();
    },
    isStopped: () => state === "stopped",
  };
}

interface Use {
  operations: Operations;
  history: History;
  gate: Gate;
}

/** Runs a grant from its code to the last use of its tokens. A third of the grants are revoked, and some requests are sent twice. */
async function useGrant({ operations, history, gate }: Use): Promise<void> {
  const insist = (attempt: () => Promise<Result>) => retryUntilAnswered(() => gate.pass(attempt));
  const { code } = await insist(() => operations.issue(history));
  if (code === undefined) return;
  let pair = await insist(() => operations.exchange(history, code));
  if (pair.access === undefined) return;
  for (let round = 0; round < REFRESHES; round++) {
    const access = pair.access!;
    await gate.pass(() => operations.introspect(history, access));
    await gate.pass(() => operations.introspect(history, access));
    await gate.pass(() => operations.introspectConsistent(history, access));
    const { refresh } = pair;
    const send = () => insist(() => operations.refresh(history, refresh!));
    // A client with a short timeout sends its refresh again, at the same time.
    const [refreshed] = await Promise.all(Math.random() < 0.1 ? [send(), send()] : [send()]);
    if (refreshed!.access === undefined) return;
    pair = refreshed!;
  }
  await endGrant({ operations, history, gate }, { code, access: pair.access!, refresh: pair.refresh! }, insist);
}

async function endGrant(
  { operations, history, gate }: Use,
  { code, access, refresh }: { code: string; access: string; refresh: string },
  insist: (attempt: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const chance = Math.random();
  if (chance < 0.2) {
    // Revoke races with refresh.
    const racing = Math.random() < 0.5 ? [gate.pass(() => operations.refresh(history, refresh))] : [];
    await Promise.all([insist(() => operations.revoke(history, refresh)), ...racing]);
    await gate.pass(() => operations.refresh(history, refresh));
  } else if (chance < 0.3) await insist(() => operations.revoke(history, access));
  else if (chance < 0.35) await insist(() => operations.exchange(history, code));
  await gate.pass(() => operations.introspect(history, access));
  await gate.pass(() => operations.introspectConsistent(history, access));
}

async function retryUntilAnswered(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const result = await attempt();
    if (result.outcome !== "unknown") return result;
    await delay(100 + Math.random() * 200);
  }
}
