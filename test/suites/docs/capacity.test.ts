import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { capacityTables, type Figures, figuresTable, readFigures } from "../bench/capacity.ts";

const FIGURES: Figures = {
  ...{ refreshToken: 400, accessToken: 300, family: 250, auditEvent: 600, wal: 1_200, databaseCpu: 100, coreCpu: 150 },
};

describe("the capacity tables", () => {
  test("of docs/capacity.md follow from its figures", () => {
    const markdown = readFileSync(new URL("../../../docs/capacity.md", import.meta.url), "utf8");
    for (const table of capacityTables(readFigures(markdown))) expect(markdown).toContain(table);
  });

  test("scale with the number of installations", () => {
    const [capacity] = capacityTables(FIGURES);
    // 10,000 / 3,600 × 86,400 × (98 × 400 + 8.04 × 300) + 10,000 × (250 + 10 × 600) bytes.
    expect(capacity).toContain("| 10,000 | 2.8 | 10 GB | 0.29 GB | 0.0003 | 0.0004 |");
    expect(capacity).toContain("| 10,000,000 | 2,800 | 10 TB | 290 GB | 0.28 | 0.42 |");
  });

  test("name the smaller limit of a primary", () => {
    const [, limits] = capacityTables({ ...FIGURES, databaseCpu: 100_000 });
    expect(limits).toContain("| 8 cores, 1 TB | 40 refreshes/s | 210 refreshes/s | 140,000 installations |");
  });

  test("need every figure", () => {
    expect(readFigures(figuresTable(FIGURES))).toEqual(FIGURES);
    expect(() => readFigures("| figure | measured |")).toThrow('no figure for "disk of a refresh token"');
  });
});
