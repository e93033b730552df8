import type { Worker } from "node:cluster";

/** After this long without a pong, a connection goes to another worker: well within the second that health probes wait. */
const ANSWER_WITHIN_MS = 500;

/** The messages of `node:cluster` on a worker's channel, as far as they are read here. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

export interface HandoffParts {
  worker: Worker;
  /** Asks the worker for a pong. */
  ping(): void;
}

/** The connections on their way from the parent to one worker. */
export interface Handoff {
  /** Hands over the connections that waited for this answer. */
  pong(): void;
}

/**
 * Hands a worker a connection only after the worker has answered a ping, and closes the connections that an ended worker has not taken.
 * Without it node:cluster waits for the worker for ever, and its copy keeps the client's connection open.
 */
export function guardHandoff({ worker, ping }: HandoffParts): Handoff {
  const { process: child } = worker;
  const waiting = new Map<number, { handOver(): void; timer: NodeJS.Timeout }>();
  const handedOver = new Set<number>();
  let pinged = false;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;

  /** Replies in the worker's place: node:cluster closes its copy of a connection that was accepted, and passes another one on. */
  const reply = (seq: number, accepted: boolean) => {
    child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: seq, accepted });
  };

  function hold(seq: number, handOver: () => void): boolean {
    const passOn = () => {
      waiting.delete(seq);
      reply(seq, false);
    };
    waiting.set(seq, { handOver, timer: setTimeout(passOn, ANSWER_WITHIN_MS) });
    if (!pinged) ping();
    pinged = true;
    return true;
  }

  function closeUntaken(): void {
    for (const { timer } of waiting.values()) clearTimeout(timer);
    const untaken = [...waiting.keys(), ...handedOver];
    waiting.clear();
    handedOver.clear();
    for (const seq of untaken) reply(seq, true);
  }

  child.send = (...args: unknown[]) => {
    const { act, seq } = args[0] as ClusterMessage;
    if (act !== "newconn" || seq === undefined) return send(...args);
    return hold(seq, () => {
      handedOver.add(seq);
      send(...args);
    });
  };
  child.on("internalMessage", ({ ack }: ClusterMessage) => void (ack !== undefined && handedOver.delete(ack)));
  // Either event may come first, and node:cluster may offer another connection in between.
  worker.on("disconnect", closeUntaken);
  worker.on("exit", closeUntaken);
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
