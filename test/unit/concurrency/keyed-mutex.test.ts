import { describe, expect, it } from "vitest";
import { createTurns } from "../../../src/concurrency/keyed-mutex.ts";

describe("turns", () => {
  it("are taken one after the other for one key, and at once for different ones", async () => {
    const turns = createTurns(10);
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await new Promise(setImmediate);
      seen.push(`${name} ends`);
      return name;
    };
    const given = await Promise.all([
      turns.take("a", work("1")),
      turns.take("a", work("2")),
      turns.take("b", work("3")),
    ]);
    expect(given).toEqual(["1", "2", "3"]);
    expect(seen).toEqual(["1 begins", "3 begins", "1 ends", "2 begins", "3 ends", "2 ends"]);
  });

  it("go on after one that failed", async () => {
    const turns = createTurns(10);
    const failed = turns.take("a", () => Promise.reject(new Error("no")));
    const next = turns.take("a", async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  it("are refused where too many wait, and given again when those are done", async () => {
    const turns = createTurns(2);
    let ran = 0;
    const work = async () => ++ran;
    const given = await Promise.all([1, 2, 3].map(() => turns.take("a", work)));
    expect(given).toEqual([1, 2, null]);
    expect(ran).toBe(2);
    expect(await turns.take("a", work)).toBe(3);
  });
});
