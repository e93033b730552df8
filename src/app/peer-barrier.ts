import type { Worker } from "node:cluster";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** Who is to hear of what was told in the revocation feed, and how. */
export interface PeerBarrierParts {
  /** Those that may serve now. */
  workers(): Worker[];
  tell(worker: Worker, message: ToWorker): void;
  /** Milliseconds after which nobody waits for a worker any more: by then it answers nothing from memory until it has read again. */
  withinMs: number;
}

/** Lets a worker know when all others have read of what it has told, so that no door behind the same port says otherwise afterwards. */
export interface PeerBarrier {
  hear(worker: Worker, message: Extract<ToParent, { kind: "told" | "heard" }>): void;
  /** The worker has ended: nobody waits for it. */
  gone(worker: Worker): void;
}

interface Hearing {
  worker: Worker;
  over(): void;
}

export function createPeerBarrier({ workers, tell, withinMs }: PeerBarrierParts): PeerBarrier {
  const hearings = new Map<number, Hearing>();
  /** Those that did not answer in time, and have not since. They have been asked and will read when they can. */
  const deaf = new WeakSet<Worker>();
  let last = 0;

  function ask(worker: Worker): Promise<void> {
    const hearing = ++last;
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        hearings.delete(hearing);
        resolve();
      };
      const timer = setTimeout(() => {
        deaf.add(worker);
        over();
      }, withinMs);
      hearings.set(hearing, { worker, over });
      tell(worker, { kind: "hear", hearing });
    });
  }

  async function answer(teller: Worker): Promise<void> {
    const others = workers().filter((worker) => worker !== teller && !deaf.has(worker));
    await Promise.all(others.map(ask));
    tell(teller, { kind: "all heard" });
  }

  return {
    hear(worker, message) {
      if (message.kind === "told") return void answer(worker);
      deaf.delete(worker);
      hearings.get(message.hearing)?.over();
    },
    gone(worker) {
      for (const hearing of hearings.values()) if (hearing.worker === worker) hearing.over();
    },
  };
}
