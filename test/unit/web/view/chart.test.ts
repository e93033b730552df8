import { describe, expect, test } from "vitest";
import { barChart, formatHour, formatRate } from "../../../../src/web/components/chart.ts";
import { roundUp, roundUpRate } from "../../../../src/web/components/chart-scale.ts";

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
const ticks = (svg: string) =>
  [...svg.matchAll(/<text x="0" y="([\d.]+)%">([^<]*)/g)].map(([, y, text]) => [Number(y), text]);
const numbers = (svg: string) => ticks(svg).map(([, text]) => text);

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

  test("hangs the third counts from the ends of the second ones, each with its colour and sum", () => {
    const svg = String(
      barChart("en", {
        id: "c",
        title: "Delivered",
        total: "9",
        totalBelow: "2 failed",
        days,
        above: { name: "delivered", tone: "main", counts: [6, 0, 3] },
        below: { name: "failed", tone: "bad", counts: [0, 0, 2] },
        lower: { name: "retried", tone: "warn", counts: [0, 0, 1], total: "1 retried", href: "#retried" },
      }),
    );
    expect(bars(svg).slice(2)).toEqual([
      ["bar-bad", 21.5, 66.67, 22.22, "1 Feb: 2 failed"],
      ["bar-warn", 21.5, 88.89, 11.11, "1 Feb: 1 retried"],
    ]);
    expect(svg).toContain('chart-legend-bad">2 failed<');
    expect(svg).toContain('chart-legend-warn"><a href="#retried">1 retried</a><');
    expect(svg).toContain('<path class="zeros" d="M13.5 66.67h3">');
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
    expect(ticks(svg)).toEqual([
      [0, "24k"],
      [35.29, "12k"],
      [70.59, "0"],
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
      "11 Jan",
      "21 Jan",
      "today",
    ]);
  });

  test("of a day of hours has a label at each quarter, and the word for the current one at its end", () => {
    const hours = Array.from({ length: 24 }, (_, at) => `2026-01-01T${String(at).padStart(2, "0")}:00:00.000Z`);
    const counts = hours.map(() => 1);
    const above = { name: "installed", tone: "main", counts } as const;
    const svg = String(
      barChart("en", { id: "c", title: "Installs", total: "24", days: hours, label: formatHour, now: "now", above }),
    );
    expect([...svg.matchAll(/<span(?: class="chart-now")?>(\d\d:00|now)</g)].map(([, text]) => text)).toEqual([
      "00:00",
      "06:00",
      "12:00",
      "18:00",
      "now",
    ]);
  });

  test("of rates has percentages at its axis, and the average of the period before as a line", () => {
    const above = { name: "errors", tone: "bad", counts: [0.9, 0, 3], describe: (at: number) => `rate ${at}` } as const;
    const svg = String(
      barChart("en", {
        id: "c",
        title: "Error rate",
        total: "1.2%",
        days,
        scale: "rate",
        average: { value: 2, label: "usual" },
        above,
      }),
    );
    // The key of the line is below the axis, so that it covers no number.
    expect(numbers(svg)).toEqual(["3%", "1.5%", "0%"]);
    expect(svg).toContain('<ul class="chart-key"><li class="key-average">usual</li></ul>');
    expect(svg).toContain('<line class="average" x1="0" x2="30" y1="33.33" y2="33.33">');
    expect(bars(svg).map(([, , , , title]) => title)).toEqual(["30 Jan: rate 0", "1 Feb: rate 2"]);
  });

  test("of rates has the bars of counts, lighter in the period that is not over, and red at peaks", () => {
    const chart = (current?: string) =>
      String(
        barChart("en", {
          id: "c",
          title: "Error rate",
          total: "1.2%",
          days,
          scale: "rate",
          ...(current !== undefined && { current }),
          above: { name: "errors", tone: "quiet", counts: [1.9, 0, 0.95], isBad: (at) => at === 0 },
        }),
      );
    expect(bars(chart("so far")).map((bar) => bar.slice(0, 4))).toEqual([
      ["bar-bad", 1.5, 5, 95],
      ["bar-quiet bar-current", 21.5, 52.5, 47.5],
    ]);
    expect(bars(chart()).map(([name, x]) => [name, x])).toEqual([
      ["bar-bad", 1.5],
      ["bar-quiet", 21.5],
    ]);
  });

  test("of a week names every second day, and ends with the word for the current one", () => {
    const week = Array.from({ length: 7 }, (_, at) => `2026-01-1${at}`);
    const above = { name: "installed", tone: "main", counts: week.map(() => 1) } as const;
    const svg = String(barChart("en", { id: "c", title: "Installs", total: "7", days: week, now: "today", above }));
    expect([...svg.matchAll(/<span(?: class="chart-now")?>([^<]* Jan|today|)</g)].map(([, text]) => text)).toEqual([
      "10 Jan",
      "",
      "12 Jan",
      "",
      "14 Jan",
      "",
      "",
      "today",
    ]);
  });

  test("has whole numbers at equal distances, also below zero, where few counts have no number", () => {
    expect(numbers(draw([1, 0, 0]))).toEqual(["2", "1", "0"]);
    expect(numbers(draw([5, 0, 1], [0, 1, 0]))).toEqual(["6", "3", "0"]);
    expect(numbers(draw([6, 0, 3], [0, 4, 0]))).toEqual(["6", "3", "0", "3", "6"]);
    expect(numbers(draw([1, 0, 0], [0, 90, 0]))).toEqual(["50", "0", "50", "100"]);
    expect(numbers(draw([0, 0, 0], [0, 1, 0]))).toEqual(["0", "1", "2"]);
  });

  test("of two or three ends at its highest count, so that the plot is not half empty", () => {
    expect(numbers(draw([2, 0, 1]))).toEqual(["2", "1", "0"]);
    expect(numbers(draw([3, 0, 1], [0, 1, 0]))).toEqual(["3", "2", "1", "0", "1"]);
    expect(numbers(draw([0, 1, 0], [0, 3, 0]))).toEqual(["1", "0", "1", "2", "3"]);
  });

  test("shows the change of the sum with words for screen readers, red with the sum", () => {
    const chart = (alarming: boolean) => {
      const above = { name: "installed", tone: "main", counts: [1, 2, 3] } as const;
      const change = { text: "▼ 33%", words: "33% less" };
      const shown = { id: "c", title: "Installs", total: "6", days, change, comparison: "9 before", alarming, above };
      return String(barChart("en", shown));
    };
    const words = '<span aria-hidden="true">▼ 33%</span><span class="sr">33% less</span></span>';
    expect(chart(false)).toContain(`<small class="chart-before"><span class="chart-change">${words} 9 before</small>`);
    expect(chart(true)).toContain(`<span class="chart-change chart-alarm">${words} 9 before</small>`);
  });

  test("rounds the average of counts to a whole number where it is large", () => {
    const above = { name: "installed", tone: "main", counts: [100, 0, 300] } as const;
    const label = (value: number) =>
      String(
        barChart("en", { id: "c", title: "Installs", total: "9", days, average: { value, label: "before" }, above }),
      ).match(/"key-average">([^<]*)/)![1];
    expect([6.52, 132.6].map(label)).toEqual(["before: 6.5", "before: 133"]);
  });

  test("names the colours of its bars, and the unit of the average", () => {
    const key = (counts: number[]) => {
      const above = { name: "errors", tone: "quiet", key: "Rate", counts } as const;
      const isBad = (at: number) => counts[at]! > 5;
      const average = { value: 0.4, label: "Average before", unit: "an hour" };
      const chart = { id: "c", title: "Errors", total: "4", days, average, above: { ...above, isBad } };
      return [...String(barChart("en", chart)).matchAll(/<li class="key-(\w+)">([^<]*)/g)].map((item) => item.slice(1));
    };
    const average = ["average", "Average before: 0.4 an hour"];
    expect(key([1, 0, 9])).toEqual([["quiet", "Rate"], average]);
    expect(key([0, 9, 9])).toEqual([average]);
  });

  test("lists fewer than 10 events, newest first, in place of a drawing that is nearly empty", () => {
    const bars = (tone: "main" | "quiet", name: string, counts: number[]) =>
      ({ tone, counts, describe: (at: number) => `${counts[at]} ${name}` }) as const;
    const draw = (counts: number[]) => {
      const above = bars("main", "in", counts);
      const below = bars("quiet", "out", [1, 0, 1]);
      const chart = { id: "c", title: "Installs", total: "4", days, current: "so far", listsFew: true, above, below };
      return String(barChart("en", chart));
    };
    expect(draw([3, 0, 4])).toMatch(
      /<ul class="chart-events"><li><span>\d+ \w+<\/span> 4 in, 1 out so far<\/li><li><span>\d+ \w+<\/span> 3 in, 1 out<\/li><\/ul>/,
    );
    expect(draw([3, 0, 4])).not.toContain("<svg");
    expect(draw([4, 0, 4])).toContain('<div class="chart-plot"><svg');
  });

  test("has no line for an average of zero, and no stray text", () => {
    const above = { name: "errors", tone: "bad", counts: [1, 0, 3] } as const;
    const svg = String(
      barChart("en", { id: "c", title: "Errors", total: "4", days, average: { value: 0, label: "usual" }, above }),
    );
    expect(svg).not.toContain("average");
    expect(svg).not.toMatch(/>0<\/svg>/);
  });

  test("is beside a scale that is as wide as its longest number", () => {
    expect(draw([24_000, 0, 5], [0, 10_000, 0])).toContain("</svg><span>24k</span></div>");
  });

  test("of a small count has a bar that can be seen", () => {
    expect(bars(draw([1000, 1, 0])).map(([, , , height]) => height)).toEqual([100, 1.5]);
  });

  test("has a dot on the line at zero for each period without counts", () => {
    expect(draw([2, 0, 0], [0, 0, 1])).toContain('<path class="zeros" d="M13.5 66.67h3"></path>');
    expect(draw([2, 1, 1])).not.toContain("zeros");
  });

  test("of nothing is a sentence, if it has one", () => {
    const above = { name: "installed", tone: "main", counts: [0, 0, 0] } as const;
    // The line of an average does not make it a chart.
    const average = { value: 2, label: "usual" };
    const chart = { id: "c", title: "Installs", total: "0", days, average, above, none: "No installs." };
    const figure = String(barChart("en", chart));
    expect(figure).toContain('<p class="chart-none">No installs.</p>');
    expect(figure).not.toContain("<svg");
    expect(String(barChart("en", { ...chart, above: { ...above, counts: [0, 1, 0] } }))).not.toContain("No installs.");
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
    [2, 2],
    [2.4, 3],
    [3.5, 4],
    [7, 8],
    [10, 10],
    [11, 12],
    [15, 16],
    [101, 120],
    [999, 1000],
    [25_001, 28_000],
  ])("rounds the axis of %d up to %d", (count, end) => expect(roundUp(count)).toBe(end));

  test.each([
    [0, 0],
    [0.1, 0.2],
    [1.1, 1.2],
    [1.7, 2],
    [11, 12],
    [13, 16],
    [95, 100],
    [110, 100],
  ])("rounds the axis of %d percent up to %d", (rate, end) => expect(roundUpRate(rate)).toBe(end));
});

test("a low rate is not rounded to zero", () => {
  const rates = [0, 0.04, 0.05, 1.24];
  expect(rates.map((rate) => formatRate("en", rate))).toEqual(["0.0%", "<0.1%", "0.1%", "1.2%"]);
  expect(formatRate("de", 0.04)).toMatch(/^<0,1\s%$/);
});
