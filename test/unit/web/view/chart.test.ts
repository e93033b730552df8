import { describe, expect, test } from "vitest";
import { barChart, roundUp } from "../../../../src/web/components/chart.ts";

const days = ["2026-01-30", "2026-01-31", "2026-02-01"];
const draw = (above: number[], below?: number[]) =>
  String(
    barChart("en", {
      id: "c",
      title: "Installs",
      total: "3 <b>",
      days,
      above: { name: "installed", tone: "main", counts: above },
      ...(below && { below: { name: "uninstalled", tone: "quiet" as const, counts: below } }),
    }),
  );
const bars = (svg: string) =>
  [...svg.matchAll(/<rect class="([^"]*)" x="([^"]*)" y="([^"]*)" width="[^"]*" height="([^"]*)"><title>([^<]*)/g)].map(
    ([, name, x, y, height, title]) => [name, Number(x), Number(y), Number(height), title],
  );

describe("barChart", () => {
  test("draws a bar per day with a count, as high as its part of the rounded maximum", () => {
    expect(bars(draw([10, 0, 5]))).toEqual([
      ["bar-main", 1.5, 0, 100, "30 Jan: 10 installed"],
      ["bar-main", 21.5, 50, 50, "1 Feb: 5 installed"],
    ]);
  });

  test("hangs the second counts from the line at zero, on the same scale", () => {
    expect(bars(draw([6, 0, 3], [0, 2, 1]))).toEqual([
      ["bar-main", 1.5, 0, 75, "30 Jan: 6 installed"],
      ["bar-main", 21.5, 37.5, 37.5, "1 Feb: 3 installed"],
      ["bar-quiet", 11.5, 75, 25, "31 Jan: 2 uninstalled"],
      ["bar-quiet", 21.5, 75, 12.5, "1 Feb: 1 uninstalled"],
    ]);
  });

  test("draws the last period lighter and says so, if it is not over", () => {
    const svg = String(
      barChart("en", {
        id: "c",
        title: "Installs",
        total: "2",
        days,
        current: "so far",
        above: { name: "installed", tone: "main", counts: [1, 0, 1] },
      }),
    );
    expect(bars(svg).map(([name, , , , title]) => [name, title])).toEqual([
      ["bar-main", "30 Jan: 1 installed"],
      ["bar-main bar-current", "1 Feb: 1 installed so far"],
    ]);
  });

  test("labels the axis with round numbers in short form, and the periods at equal distances", () => {
    const svg = draw([24_000, 0, 5], [0, 10_000, 0]);
    const texts = [...svg.matchAll(/<text x="0" y="([\d.]+)%">([^<]*)/g)].map(([, y, text]) => [Number(y), text]);
    expect(texts).toEqual([
      [0, "25k"],
      [35.71, "12.5k"],
      [71.43, "0"],
      [100, "10k"],
    ]);
    expect(svg).toMatch(/<span>30 Jan<\/span><span>31 Jan<\/span><span>1 Feb<\/span>/);
  });

  test("ends the axis with the word for the period that is not over", () => {
    const svg = String(
      barChart("en", {
        id: "c",
        title: "Installs",
        total: "2",
        days: Array.from({ length: 30 }, (_, at) => `2026-01-${String(at + 1).padStart(2, "0")}`),
        now: "today",
        above: { name: "installed", tone: "main", counts: Array.from({ length: 30 }, () => 1) },
      }),
    );
    expect([...svg.matchAll(/<span(?: class="chart-now")?>(\w[^<]* Jan|today)</g)].map(([, text]) => text)).toEqual([
      "1 Jan",
      "7 Jan",
      "13 Jan",
      "19 Jan",
      "today",
    ]);
  });

  test("is beside a scale that is as wide as its longest number", () => {
    expect(draw([24_000, 0, 5], [0, 10_000, 0])).toContain("</svg><span>12.5k</span></div>");
  });

  test("of a small count has a bar that can be seen", () => {
    expect(bars(draw([1000, 1, 0])).map(([, , , height]) => height)).toEqual([100, 1.5]);
  });

  test("of nothing has a line at the bottom and no bar, and names itself", () => {
    const svg = draw([0, 0, 0], [0, 0, 0]);
    expect(bars(svg)).toEqual([]);
    expect(svg).toContain('class="zero" x1="0" x2="30" y1="100" y2="100"');
    expect(svg).toContain('role="img" aria-labelledby="c"');
    expect(svg).toContain("3 &lt;b&gt;");
    expect(svg).not.toMatch(/ style=|NaN|Infinity/);
  });

  test.each([
    [0, 0],
    [1, 2],
    [7, 8],
    [10, 10],
    [11, 12],
    [15, 20],
    [101, 120],
    [999, 1000],
    [25_001, 30_000],
  ])("rounds the axis of %d up to %d", (count, end) => expect(roundUp(count)).toBe(end));
});
