import { expect, it } from "vitest";
import { withTimeout } from "../../../src/concurrency/timeout.ts";

const never = new Promise<string>(() => {});

it("returns the result of work that ends in time", async () => {
  expect(await withTimeout(60_000, Promise.resolve("done"), () => "late")).toBe("done");
  await expect(withTimeout(60_000, Promise.reject(new Error("no")), () => "late")).rejects.toThrow("no");
});

it("returns or throws the result of onTimeout for work that takes longer", async () => {
  expect(await withTimeout(1, never, () => "late")).toBe("late");
  const fail = () => {
    throw new Error("late");
  };
  await expect(withTimeout(1, never, fail)).rejects.toThrow("late");
});
