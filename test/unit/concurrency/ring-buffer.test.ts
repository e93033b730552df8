import { expect, it } from "vitest";
import { RingBuffer } from "../../../src/concurrency/ring-buffer.ts";

it("finds the newest items by their distance from the end", () => {
  const buffer = new RingBuffer<number>(3);
  buffer.push([1, 2]);
  expect([-1, 0, 1, 2].map((newer) => buffer.fromEnd(newer))).toEqual([undefined, 2, 1, undefined]);
});

it("keeps at least its capacity and at most twice of it", () => {
  const buffer = new RingBuffer<number>(3);
  for (let item = 1; item <= 100; item++) buffer.push([item]);
  expect([0, 1, 2].map((newer) => buffer.fromEnd(newer))).toEqual([100, 99, 98]);
  expect(buffer.fromEnd(6)).toBeUndefined();
});

it("keeps the newest of more items than its capacity, and none after clear", () => {
  const buffer = new RingBuffer<number>(3);
  buffer.push([1, 2, 3, 4, 5]);
  expect([2, 3].map((newer) => buffer.fromEnd(newer))).toEqual([3, undefined]);
  buffer.clear();
  expect(buffer.fromEnd(0)).toBeUndefined();
});
