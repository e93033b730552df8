import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastOf, TEXT_CONTRAST } from "../../../../src/brand/accent.ts";
import { letterTile, TINTS, tintOf } from "../../../../src/web/components/letter-tile.ts";

const TOKENS = readFileSync(new URL("../../../../src/web/assets/style/tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = TOKENS.split("prefers-color-scheme: dark");
const colourOf = (scheme: string, name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(scheme)?.[1] ?? "";
const ALL = Array.from({ length: TINTS }, (_, at) => at + 1);

describe("letterTile", () => {
  it("has the initial of the name, hidden from screen readers", () => {
    const tile = letterTile("parcel pilot", "app-small").toString();
    expect(tile).toContain('aria-hidden="true">P</span>');
    expect(tile).toContain(`tint-${tintOf("parcel pilot")}"`);
  });

  it("gives a name the same colours in every spelling of its case", () =>
    expect(tintOf(" Parcel Pilot ")).toBe(tintOf("PARCEL PILOT")));

  it("uses every pair of colours for similar names", () => {
    const used = new Set(Array.from({ length: 60 }, (_, at) => tintOf(`Shop ${at}`)));
    expect([...used].sort()).toEqual(ALL);
  });

  it.each(ALL)("pair %d is readable in light and in dark", (at) => {
    for (const scheme of [light, dark]) {
      const ratio = contrastOf(colourOf(scheme, `--on-tint-${at}`), colourOf(scheme, `--tint-${at}`));
      expect(ratio).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });
});
