import { describe, expect, it } from "vitest";
import { pooledBytes } from "../../../src/credential/random.ts";

describe("random bytes from the pool", () => {
  it("are as many as asked for, and never the same ones again, over several fillings", () => {
    const given = Array.from({ length: 2_000 }, () => pooledBytes(32));
    expect(given.every(({ length }) => length === 32)).toBe(true);
    expect(new Set(given.map((bytes) => bytes.toString("hex"))).size).toBe(given.length);
  });

  it("are the caller's own: no two share memory, and what is done to one changes no other", () => {
    const [first, second] = [pooledBytes(16), pooledBytes(16)];
    const before = second.toString("hex");
    first.fill(0);
    expect(second.toString("hex")).toBe(before);
    expect(pooledBytes(16).equals(Buffer.alloc(16))).toBe(false);
  });

  it("are refused where the pool could not hold them", () => {
    expect(() => pooledBytes(8193)).toThrow(RangeError);
    expect(pooledBytes(8192)).toHaveLength(8192);
  });
});
