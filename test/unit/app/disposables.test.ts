import { expect, it } from "vitest";
import { createClosing } from "../../../src/app/disposables.ts";

it("what was opened last is closed first, each after the other has ended", async () => {
  const closing = createClosing();
  const told: string[] = [];
  for (const name of ["database", "pools", "public door"]) {
    closing.add(async () => {
      told.push(`${name} closes`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      told.push(`${name} is closed`);
    });
  }
  await closing.close();
  const order = ["public door", "pools", "database"].flatMap((name) => [`${name} closes`, `${name} is closed`]);
  expect(told).toEqual(order);
});

it("a failure keeps nothing else open, and the first one is told", async () => {
  const closing = createClosing();
  const told: string[] = [];
  closing.add(() => told.push("database"));
  closing.add(() => Promise.reject(new Error("second")));
  closing.add(() => {
    throw new Error("first");
  });
  await expect(closing.close()).rejects.toThrow("first");
  expect(told).toEqual(["database"]);
});

it("closing twice closes once, and closing nothing is no fault", async () => {
  const closing = createClosing();
  let times = 0;
  closing.add(() => times++);
  await closing.close();
  await closing.close();
  expect(times).toBe(1);
});

it("what hangs is left behind and told by its name, and the rest is closed", async () => {
  const closing = createClosing(20);
  const told: string[] = [];
  closing.add(() => told.push("database"));
  closing.add(() => new Promise(() => {}), "the pool");
  closing.add(() => told.push("sweep"), "the sweep");
  await expect(closing.close()).rejects.toThrow("the pool did not close within 0.02 s");
  expect(told).toEqual(["sweep", "database"]);
});
