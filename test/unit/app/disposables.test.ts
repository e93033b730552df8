import { expect, it } from "vitest";
import { createDisposables } from "../../../src/app/disposables.ts";

it("what was opened last is closed first, each after the other has ended", async () => {
  const disposables = createDisposables();
  const told: string[] = [];
  for (const name of ["database", "pools", "public door"]) {
    disposables.add(async () => {
      told.push(`${name} closes`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      told.push(`${name} is closed`);
    });
  }
  await disposables.close();
  const order = ["public door", "pools", "database"].flatMap((name) => [`${name} closes`, `${name} is closed`]);
  expect(told).toEqual(order);
});

it("a failure keeps nothing else open, and the first one is told", async () => {
  const disposables = createDisposables();
  const told: string[] = [];
  disposables.add(() => told.push("database"));
  disposables.add(() => Promise.reject(new Error("second")));
  disposables.add(() => {
    throw new Error("first");
  });
  await expect(disposables.close()).rejects.toThrow("first");
  expect(told).toEqual(["database"]);
});

it("disposables twice closes once, and disposables nothing is no fault", async () => {
  const disposables = createDisposables();
  let times = 0;
  disposables.add(() => times++);
  await disposables.close();
  await disposables.close();
  expect(times).toBe(1);
});

it("what hangs is left behind and told by its name, and the rest is closed", async () => {
  const disposables = createDisposables(20);
  const told: string[] = [];
  disposables.add(() => told.push("database"));
  disposables.add(() => new Promise(() => {}), "the pool");
  disposables.add(() => told.push("sweep"), "the sweep");
  await expect(disposables.close()).rejects.toThrow("the pool did not close within 0.02 s");
  expect(told).toEqual(["sweep", "database"]);
});
