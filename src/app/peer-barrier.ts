import type { Worker } from "node:cluster";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** Dependencies of the barrier. */
export interface PeerBarrierParts {
  /** The workers that may serve. */
  workers(): Worker[];
  send(worker: Worker, message: ToWorker): void;
  /** Timeout in milliseconds: from then on a worker bypasses its cache until it reads the feed. */
  withinMs: number;
}

/** Notifies a worker when all others have read its feed events, so that no worker answers from a stale cache. */
export interface PeerBarrier {
  receive(worker: Worker, message: Extract<ToParent, { kind: "sync peers" | "feed synced" }>): void;
  /** Stops waiting for an exited worker. */
  onExit(worker: Worker): void;
}

interface PendingSync {
  worker: Worker;
  finish(): void;
}

export function createPeerBarrier({ workers, send, withinMs }: PeerBarrierParts): PeerBarrier {
  const pending = new Map<number, PendingSync>();
  /** Workers that timed out. Skipped until they reply; their request is still queued. */
  const unresponsive = new WeakSet<Worker>();
  let last = 0;

  function requestSync(worker: Worker): Promise<void> {
    const sync = ++last;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        pending.delete(sync);
        resolve();
      };
      const timer = setTimeout(() => {
        unresponsive.add(worker);
        finish();
      }, withinMs);
      pending.set(sync, { worker, finish });
      send(worker, { kind: "sync feed", sync });
    });
  }

  async function syncPeers(origin: Worker): Promise<void> {
    const peers = workers().filter((worker) => worker !== origin && !unresponsive.has(worker));
    await Promise.all(peers.map(requestSync));
    send(origin, { kind: "peers synced" });
  }

  return {
    receive(worker, message) {
      if (message.kind === "sync peers") return void syncPeers(worker);
      unresponsive.delete(worker);
      pending.get(message.sync)?.finish();
    },
    onExit(worker) {
      for (const sync of pending.values()) if (sync.worker === worker) sync.finish();
    },
  };
}
