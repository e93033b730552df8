import { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { expect, test, vi } from "vitest";
import { addHealth } from "../../../../src/rpc/transports/grpc/health.ts";

test("a slow check of the readiness does not undo a later one", async () => {
  const statuses: string[] = [];
  const setStatus = vi.spyOn(HealthImplementation.prototype, "setStatus").mockImplementation((_name, status) => {
    statuses.push(status);
  });
  const slow = Promise.withResolvers<boolean>();
  const answers = [Promise.resolve(true), slow.promise, Promise.resolve(false)];
  const health = await addHealth(new Server(), { services: [], isReady: () => answers.shift()! });
  health.check();
  health.check();
  await expect.poll(() => statuses).toEqual(["SERVING", "NOT_SERVING"]);
  slow.resolve(true);
  await new Promise(setImmediate);
  expect(statuses).toEqual(["SERVING", "NOT_SERVING"]);
  health.stop();
  setStatus.mockRestore();
});
