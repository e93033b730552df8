import { describe, expect, it } from "vitest";
import { untilAborted } from "../../../src/app/app.ts";

const never = () => new Promise<never>(() => {});

describe("work that can be aborted", () => {
  it("ends with its own outcome", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
    await expect(untilAborted(Promise.reject(new TypeError("a defect")), signal)).rejects.toThrow("a defect");
  });

  it("fails once the signal aborts, before or while it waits", async () => {
    const stop = new AbortController();
    const waiting = untilAborted(never(), stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(untilAborted(never(), stop.signal)).rejects.toThrow("stopped");
  });

  it("may fail after that without an unhandled rejection", async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<never>();
    const waiting = untilAborted(work.promise, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    work.reject(new Error("too late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
