import { describe, expect, it } from "vitest";
import { imageTypeOf, mergeBrands, NO_BRAND, nameError } from "../../../src/brand/brand.ts";

describe("nameError", () => {
  it.each(["Harbour", "Hafen & Söhne", "x".repeat(60), "😀".repeat(60)])("accepts %j", (name) =>
    expect(nameError(name)).toBeNull(),
  );
  it.each(["", " Harbour", "Harbour ", "a\nb", "a\u202eb", "x".repeat(61)])("refuses %j", (name) =>
    expect(nameError(name)).toContain("1 to 60 characters"),
  );
});

it("mergeBrands takes each part from the first brand that sets it", () => {
  const logo = { image: new Uint8Array(1), mediaType: "image/png", digest: "d" };
  const support = "help@b.example";
  expect(mergeBrands({ ...NO_BRAND, name: "A" }, { name: "B", accent: "#000000", logo, support })).toEqual({
    name: "A",
    accent: "#000000",
    logo,
    support,
  });
});

describe("imageTypeOf", () => {
  it.each([
    [Buffer.from("89504e470d0a1a0a00", "hex"), "image/png"],
    [Buffer.from("ffd8ffe0", "hex"), "image/jpeg"],
    [Buffer.from("RIFF1234WEBP"), "image/webp"],
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), null],
    [Buffer.alloc(0), null],
  ])("%j is %s", (file, type) => expect(imageTypeOf(file)).toBe(type));
});
