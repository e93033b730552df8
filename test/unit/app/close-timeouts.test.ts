import { expect, it } from "vitest";
import { closeWithin } from "../../../src/app/close-timeouts.ts";

it("a resource that hangs fails with its name, and the others are closed", async () => {
  const closed: string[] = [];
  const stack = new AsyncDisposableStack();
  stack.defer(() => void closed.push("database"));
  stack.defer(closeWithin("the pool", () => new Promise(() => {}), 20));
  stack.defer(closeWithin("the cleanup", async () => void closed.push("cleanup"), 20));
  await expect(stack.disposeAsync()).rejects.toThrow("the pool did not close within 0.02 s");
  expect(closed).toEqual(["cleanup", "database"]);
});
