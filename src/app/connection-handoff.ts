import type { Worker } from "node:cluster";

/** A worker that sends no pong in this time does not get the connection. Below the one-second timeout of health probes. */
const ANSWER_WITHIN_MS = 500;

/** The fields read from the internal messages of `node:cluster`. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

export interface HandoffParts {
  worker: Worker;
  /** Sends a ping to the worker. */
  ping(): void;
}

/** Hands over connections from the parent to one worker. */
export interface Handoff {
  /** Handles a pong: hands over the connections that wait for it. */
  pong(): void;
}

/**
 * Hands a connection to a worker only after a pong, and closes connections that an exited worker has not accepted.
 * Without this, node:cluster waits forever for the worker, and the parent's copy of the socket keeps the connection open.
 */
export function guardHandoff({ worker, ping }: HandoffParts): Handoff {
  const { process: child } = worker;
  const waiting = new Map<number, { handOver(): void; timer: NodeJS.Timeout }>();
  const handedOver = new Set<number>();
  let pinged = false;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;

  /** Replies in place of the worker. node:cluster closes the parent's handle if `accepted`, else it selects another worker. */
  const reply = (seq: number, accepted: boolean) => {
    child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: seq, accepted });
  };

  function holdUntilPong(seq: number, handOver: () => void): boolean {
    const passOn = () => {
      waiting.delete(seq);
      reply(seq, false);
    };
    waiting.set(seq, { handOver, timer: setTimeout(passOn, ANSWER_WITHIN_MS) });
    if (!pinged) ping();
    pinged = true;
    return true;
  }

  function closeUnaccepted(): void {
    for (const { timer } of waiting.values()) clearTimeout(timer);
    const unaccepted = [...waiting.keys(), ...handedOver];
    waiting.clear();
    handedOver.clear();
    for (const seq of unaccepted) reply(seq, true);
  }

  child.send = (...args: unknown[]) => {
    const { act, seq } = args[0] as ClusterMessage;
    if (act !== "newconn" || seq === undefined) return send(...args);
    return holdUntilPong(seq, () => {
      handedOver.add(seq);
      send(...args);
    });
  };
  child.on("internalMessage", ({ ack }: ClusterMessage) => void (ack !== undefined && handedOver.delete(ack)));
  // `disconnect` and `exit` may come in any order, and node:cluster may offer another connection in between.
  worker.on("disconnect", closeUnaccepted);
  worker.on("exit", closeUnaccepted);
  return {
    pong() {
      pinged = false;
      const ready = [...waiting.values()];
      waiting.clear();
      for (const { handOver, timer } of ready) {
        clearTimeout(timer);
        handOver();
      }
    },
  };
}
