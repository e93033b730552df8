import { describe, expect, it } from "vitest";
import { untilAborted } from "../../../src/app/app.ts";

const never = () => new Promise<never>(() => {});

describe("untilAborted", () => {
  it("settles with the work", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
    await expect(untilAborted(Promise.reject(new TypeError("a defect")), signal)).rejects.toThrow("a defect");
  });

  it("rejects if the signal aborts before or during the work", async () => {
    const stop = new AbortController();
    const waiting = untilAborted(never(), stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(untilAborted(never(), stop.signal)).rejects.toThrow("stopped");
  });

  it("causes no unhandled rejection if the work fails later", async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<never>();
    const waiting = untilAborted(work.promise, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    work.reject(new Error("too late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
