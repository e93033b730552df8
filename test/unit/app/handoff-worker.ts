import { createServer } from "node:net";
import { connectParent } from "../../../src/app/worker.ts";
import type { ToWorker } from "../../../src/app/worker-messages.ts";

const parent = connectParent();

/** Actions of the worker right after its pong, before it accepts the connection. */
const after: Record<string, () => void> = {
  stop: () => process.kill(process.pid, "SIGSTOP"),
  exit: () => process.exit(0),
};

process.on("message", ({ kind }: ToWorker) => {
  if (kind === "ping") after[process.env.AFTER_PING ?? ""]?.();
});

createServer((socket) => socket.end(`${process.pid}`)).listen(Number(process.env.PORT), "127.0.0.1", () => parent.up());
