import { afterAll, beforeAll, beforeEach } from "vitest";
import { createWorld, type Dependencies, type World } from "./world.ts";

/** The world of a test file: created before the first test, closed after the last. */
export function useWorld(given: Partial<Dependencies> = {}): World {
  const world = perFile(() => createWorld(given));
  afterAll(() => world.close());
  return world;
}

/** An object that is filled before the first test of the file, and empty until then. */
export function perFile<T extends object>(create: () => Promise<T>): T {
  const created = {} as T;
  beforeAll(async () => void Object.assign(created, await create()));
  return created;
}

/** An object that is filled anew before each test. */
export function perTest<T extends object>(create: () => Promise<T>): T {
  const created = {} as T;
  beforeEach(async () => void Object.assign(created, await create()));
  return created;
}
