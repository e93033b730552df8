import { vi } from "vitest";
import { PATIENT_POOL, PATIENT_STORE } from "./patience.ts";

/**
 * For tests of the whole service in their own process, which import this before the service: how long its database may take there is not what
 * they are about.
 */
vi.mock(import("../src/store/pools.ts"), async (importOriginal) => {
  const pools = await importOriginal();
  return { ...pools, createLanes: (config) => pools.createLanes({ ...config, ...PATIENT_POOL }) };
});

vi.mock(import("../src/store/orm.ts"), async (importOriginal) => {
  const orm = await importOriginal();
  return { ...orm, createOrm: (config) => orm.createOrm({ ...PATIENT_POOL, ...config }) };
});

vi.mock(import("../src/store/token-store.ts"), async (importOriginal) => {
  const store = await importOriginal();
  const { createTokenStore } = store;
  return {
    ...store,
    createTokenStore: (lanes, log, options) => createTokenStore(lanes, log, { ...options, ...PATIENT_STORE }),
  };
});
