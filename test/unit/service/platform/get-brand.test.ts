import { expect, test } from "vitest";
import { getBrand } from "../../../../src/service/platform/get-brand.ts";

test("getBrand reads what is stored at the time of the call", async () => {
  const logo = { logo: null, logoMediaType: null, logoDigest: null };
  const row = { name: "Harbour", accent: null, ...logo, support: null, revision: 1, updatedAt: 1 };
  const stored = [null, row];
  const brands = { find: async () => stored.shift() ?? null, update: () => Promise.reject(new Error("not called")) };
  expect(await getBrand({ brands })).toBeNull();
  expect(await getBrand({ brands })).toBe(row);
});
