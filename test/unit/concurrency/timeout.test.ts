import { describe, expect, it } from "vitest";
import { untilAborted, withTimeout } from "../../../src/concurrency/timeout.ts";

const never = () => new Promise<never>(() => {});

describe("withTimeout", () => {
  it("returns the result of work that ends in time", async () => {
    expect(await withTimeout(60_000, Promise.resolve("done"), () => "late")).toBe("done");
    await expect(withTimeout(60_000, Promise.reject(new Error("no")), () => "late")).rejects.toThrow("no");
  });

  it("returns or throws the result of onTimeout for work that takes longer", async () => {
    expect(await withTimeout<string>(1, never(), () => "late")).toBe("late");
    const fail = () => {
      throw new Error("late");
    };
    await expect(withTimeout<string>(1, never(), fail)).rejects.toThrow("late");
  });
});

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
