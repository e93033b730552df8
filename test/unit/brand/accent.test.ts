import { describe, expect, it } from "vitest";
import { accentError, contrastOf, palettesOf, TEXT_CONTRAST } from "../../../src/brand/accent.ts";

describe("contrastOf (WCAG 2.2, contrast ratio)", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54],
    ["#0f766e", "#ffffff", 5.47],
  ])("%s on %s is %d", (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe("accentError", () => {
  it.each(["#0f766e", "#1D4ED8", "#767676", "#000000"])("accepts %s", (colour) =>
    expect(accentError(colour)).toBeNull(),
  );
  it.each(["", "red", "#fff", "#12345g", "#0f766e "])("refuses %j, which is no colour", (colour) => {
    expect(accentError(colour)).toContain("#rrggbb");
  });
  it("names the ratio of a colour that is too light, and never rounds it up to the limit", () => {
    expect(accentError("#ff0000")).toContain("is 3.99:1");
    expect(accentError("#777777")).toContain("is 4.47:1");
  });
});

describe("palettesOf", () => {
  const surfaces = { light: ["#ffffff", "#f6f7f9", "#f1f3f6"], dark: ["#0d1117", "#161b22", "#1f2630"] };
  it.each(["#0f766e", "#000000", "#1d4ed8", "#b00020", "#767676", "#5b21b6"])(
    "%s: text is readable on every surface, in light and dark",
    (accent) => {
      const palettes = palettesOf(accent);
      for (const theme of ["light", "dark"] as const) {
        const { accentText, accentSoft, accentHover } = palettes[theme];
        for (const surface of [...surfaces[theme], accentSoft])
          expect(contrastOf(accentText, surface), `${theme} ${surface}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(contrastOf(accentHover, "#ffffff")).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    },
  );
});
