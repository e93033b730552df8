import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallOptions } from "@connectrpc/connect";
import { type Clients, clients, connectCore } from "../rpc/client.ts";
import { CliFault } from "./fault.ts";

/** The core as the commands speak to it. */
export interface Core extends Clients {
  /** Ends the connection, so that the process can end. */
  close(): void;
}

interface Place {
  url: string;
  key: string;
}

/** `CORE_URL` and `SERVICE_KEY`, or those of the demo that runs from `DATA_DIR`. */
export function openCore(): Core {
  const { url, key } = findCore(process.env);
  const connection = connectCore({ url, key });
  return { ...clients(connection.transport), close: () => connection.close() };
}

/** Long enough for any command; a core that does not answer is told apart from one that works. */
export const callOptions: CallOptions = { timeoutMs: 15_000 };

function findCore(env: NodeJS.ProcessEnv): Place {
  const { CORE_URL: url, SERVICE_KEY: key } = env;
  if (url !== undefined && key !== undefined) return { url, key };
  const demo = readDemo(env.DATA_DIR ?? ".latchkey");
  if (demo === null) {
    throw new CliFault(
      "Tell the command where the core is: set CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…), " +
        "or run it where a demo was started (`npm start`), with the same DATA_DIR.",
    );
  }
  return { url: url ?? `http://${demo.urls.grpc}`, key: key ?? demo.service_key };
}

interface Demo {
  urls: { grpc: string };
  service_key: string;
}

function readDemo(dataDir: string): Demo | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
  } catch {
    return null;
  }
}
