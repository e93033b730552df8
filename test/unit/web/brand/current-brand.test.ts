import { expect, test } from "vitest";
import { type Brand, NO_BRAND } from "../../../../src/brand/brand.ts";
import { createCurrentBrand } from "../../../../src/web/brand/current-brand.ts";

const HARBOUR: Brand = { name: "Harbour", accent: "#1D4ED8", logo: null, support: null };

function brandOver(answers: (Brand | Error)[], fixed = NO_BRAND) {
  let now = 0;
  let reads = 0;
  const brand = createCurrentBrand({
    fixed,
    now: () => now,
    read: async () => {
      const answer = answers[reads++] ?? new Error("the core does not answer");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const wait = (ms: number) => {
    now += ms;
  };
  return { brand, wait, reads: () => reads };
}

test("the first page waits for the stored brand, and reads it once in ten seconds", async () => {
  const { brand, reads } = brandOver([HARBOUR]);
  await Promise.all([brand.refresh(), brand.refresh()]);
  await brand.refresh();
  expect(reads()).toBe(1);
  expect(brand.frame()).toEqual({ name: "Harbour", logo: null, style: "/brand/accent/1d4ed8.css", support: null });
});

test("a setting takes precedence over the stored part", async () => {
  const { brand } = brandOver([HARBOUR], { ...NO_BRAND, name: "Port" });
  await brand.refresh();
  expect(brand.get()).toEqual({ ...HARBOUR, name: "Port" });
});

test("the last brand stays while the core does not answer", async () => {
  const { brand, wait, reads } = brandOver([HARBOUR, new Error("down")]);
  await brand.refresh();
  wait(11_000);
  await brand.refresh();
  await new Promise(setImmediate);
  expect(reads()).toBe(2);
  expect(brand.frame().name).toBe("Harbour");
});

test("only the first page waits for a core that does not answer, and a change keeps the last brand", async () => {
  const { promise: never } = Promise.withResolvers<Brand>();
  let read = async (): Promise<Brand> => {
    throw new Error("down");
  };
  let now = 0;
  const brand = createCurrentBrand({ fixed: NO_BRAND, now: () => now, read: () => read() });
  await brand.refresh();
  read = () => never;
  now = 11_000;
  expect(await Promise.race([brand.refresh().then(() => "shown"), new Promise((end) => setTimeout(end, 1_000))])).toBe(
    "shown",
  );
  const { brand: changed } = brandOver([HARBOUR]);
  await changed.refresh();
  changed.forget();
  await changed.refresh();
  expect(changed.frame().name).toBe("Harbour");
});

test("after a change, the next page shows the new brand", async () => {
  const { brand } = brandOver([HARBOUR, { ...HARBOUR, name: "Port" }]);
  await brand.refresh();
  brand.forget();
  await brand.refresh();
  expect(brand.frame().name).toBe("Port");
});

test("without a brand, pages have the default name, icon and colour", () => {
  expect(brandOver([]).brand.frame()).toEqual({ name: "Latchkey", logo: null, style: null, support: null });
});
