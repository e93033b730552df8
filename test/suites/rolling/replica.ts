import { once } from "node:events";
import { end, run, type ServiceProcess } from "../../support/start-service.ts";
import type { ReplicaPorts } from "./haproxy.ts";

/** A replica that can be replaced by a new process on the same ports. */
export interface Replica {
  ports: ReplicaPorts;
  /** @param directory of another version; default: this one */
  start(directory?: string): Promise<void>;
  /** Sends SIGTERM and waits for the exit. @returns the exit code */
  stop(): Promise<number | null>;
  /** Ends the process if it is running. */
  end(): Promise<void>;
}

export function createReplica(ports: ReplicaPorts, settings: Record<string, string>): Replica {
  let current: ServiceProcess | null = null;
  const environment = {
    HTTP_PORT: `${ports.http}`,
    GRPC_PORT: `${ports.grpc}`,
    CONNECT_PORT: `${ports.connect}`,
    HOST: "127.0.0.1",
    ...settings,
  };
  return {
    ports,
    async start(directory) {
      current = run(environment, [], directory);
      await untilReady(ports.connect, current);
    },
    async stop() {
      const { child } = current!;
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code;
    },
    async end() {
      if (current !== null) await end(current);
    },
  };
}

async function untilReady(port: number, { child, output }: ServiceProcess): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the replica ended:\n${output.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
