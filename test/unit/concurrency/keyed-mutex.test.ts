import { expect, it } from "vitest";
import { KeyedMutex } from "../../../src/concurrency/keyed-mutex.ts";

it("runs work of one key in order of arrival, and work of different keys concurrently", async () => {
  const mutex = new KeyedMutex(10);
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([mutex.run("a", work("1")), mutex.run("a", work("2")), mutex.run("b", work("3"))]);
  expect(results).toEqual(["1", "2", "3"]);
  expect(seen).toEqual(["1 begins", "3 begins", "1 ends", "2 begins", "3 ends", "2 ends"]);
});

it("continues after work that failed", async () => {
  const mutex = new KeyedMutex(10);
  const failed = mutex.run("a", () => Promise.reject(new Error("no")));
  const next = mutex.run("a", async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

it("returns null without running work beyond the limit of a key", async () => {
  const mutex = new KeyedMutex(2);
  let ran = 0;
  const work = async () => ++ran;
  expect(await Promise.all([1, 2, 3].map(() => mutex.run("a", work)))).toEqual([1, 2, null]);
  expect(ran).toBe(2);
  expect(await mutex.run("a", work)).toBe(3);
});
