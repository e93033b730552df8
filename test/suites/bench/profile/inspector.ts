import type { Service } from "../infrastructure.ts";
import type { CpuProfile } from "./summary.ts";

/** Arguments of Node with which a process can be profiled by `profileWhile`. */
export const INSPECTED = ["--inspect=127.0.0.1:0"];

const EVERY_US = 250;

/** Profiles the process while `work` runs. */
export async function profileWhile(service: Service, work: () => Promise<unknown>): Promise<CpuProfile> {
  const address = /Debugger listening on (ws:\S+)/.exec(service.latchkey.said().err)?.[1];
  if (address === undefined) throw new Error("the service was not started with INSPECTED");
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("the inspector does not answer")), { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let last = 0;
  const ask = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: EVERY_US });
  await ask("Profiler.start");
  await work();
  const { profile } = (await ask("Profiler.stop")) as { profile: CpuProfile };
  socket.close();
  return profile;
}
