import { expect, test } from "vitest";
import { getBrand } from "../../../../src/service/platform/get-brand.ts";

test("getBrand reads what is stored at the time of the call", async () => {
  const row = { name: "Harbour", accent: null, logo: null, logoMediaType: null, logoDigest: null, updatedAt: 1 };
  const stored = [null, row];
  const brands = { find: async () => stored.shift() ?? null, update: () => Promise.reject(new Error("not called")) };
  expect(await getBrand({ brands })).toBeNull();
  expect(await getBrand({ brands })).toBe(row);
});
