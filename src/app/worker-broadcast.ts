import type { Worker } from "node:cluster";

/** Sends one request to several workers and collects their replies. */
export interface Broadcast<Reply> {
  /**
   * Resolves with the replies. A worker that exits or times out sends no reply. After a timeout, a worker is skipped until it replies
   * again.
   */
  request(workers: readonly Worker[]): Promise<Reply[]>;
  onReply(worker: Worker, id: number, reply: Reply): void;
  onExit(worker: Worker): void;
}

export interface BroadcastOptions {
  /** Sends the request to a worker; its reply carries the same id. */
  send(worker: Worker, id: number): void;
  timeoutMs: number;
}

interface PendingRequest<Reply> {
  worker: Worker;
  /** Null: no reply. */
  finish(reply: Reply | null): void;
}

export function createBroadcast<Reply>({ send, timeoutMs }: BroadcastOptions): Broadcast<Reply> {
  const pending = new Map<number, PendingRequest<Reply>>();
  /** Workers that timed out. A late reply to the request that timed out shows that a worker responds again. */
  const unresponsive = new WeakSet<Worker>();
  let lastId = 0;

  function requestOne(worker: Worker): Promise<Reply | null> {
    const id = ++lastId;
    const { promise, resolve: finish } = Promise.withResolvers<Reply | null>();
    const timer = setTimeout(() => {
      unresponsive.add(worker);
      finish(null);
    }, timeoutMs);
    pending.set(id, { worker, finish });
    send(worker, id);
    return promise.finally(() => {
      clearTimeout(timer);
      pending.delete(id);
    });
  }

  return {
    async request(workers) {
      const responsive = workers.filter((worker) => !unresponsive.has(worker));
      const replies = await Promise.all(responsive.map(requestOne));
      return replies.filter((reply) => reply !== null);
    },
    onReply(worker, id, reply) {
      unresponsive.delete(worker);
      pending.get(id)?.finish(reply);
    },
    onExit(exited) {
      for (const { worker, finish } of pending.values()) if (worker === exited) finish(null);
    },
  };
}
