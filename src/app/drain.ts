/** Stops this process without failing requests: new requests are still served while load balancers move on. */
export interface Drain {
  /** Aborted when this process stops. From then on, HTTP/1.1 responses close their connections. */
  readonly signal: AbortSignal;
  /** True if the whole replica stops. A single stopping worker leaves the replica ready. */
  isReplicaStopping(): boolean;
  begin(scope: "replica" | "worker"): void;
}

export function createDrain(): Drain {
  const controller = new AbortController();
  let isReplica = false;
  return {
    signal: controller.signal,
    isReplicaStopping: () => isReplica,
    begin(scope) {
      isReplica ||= scope === "replica";
      controller.abort();
    },
  };
}
