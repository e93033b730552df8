import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { quietWindow } from "../../support/quiet-window.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useCoreSite } from "./core-site.ts";

const site = useCoreSite();
const olga = perFile(() => site.person("Olga Operator", { operator: true }));

async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    await client.query(`
      insert into platform_count (unit, start, measure, count)
      select u, date_trunc(u, clock_timestamp() - h * interval '1 hour', 'UTC'), m, sum(n)
      from unnest(array['hour', 'day']) u, (values (0, 'installs', 1), (1, 'installs', 6), (0, 'exchanges', 1200), (0, 'refreshes', 34), (0, 'errors.CLIENT', 12), (0, 'errors.UNAVAILABLE', 3), (200, 'errors.CLIENT', 5), (200, 'exchanges', 15), (250, 'exchanges', 380),
        (0, 'reuses', 2), (30, 'installs', 10)) v (h, m, n) group by 1, 2, 3`);
    await client.query(`
      insert into service_key (digest, hint, name, permissions, expires_at)
      values (sha256('x'), 'abcd', 'Nightly export', '{}', clock_timestamp() + interval '5 hours')`);
  } finally {
    await client.end();
  }
}

/** The tone and the name of each open task. */
const tasksOf = (body: string) =>
  [...body.matchAll(/<li class="row-link task-(\w+)">.*?<strong dir="auto">([^<]+)</gs)].map(([, tone, name]) => [
    tone,
    name,
  ]);

test("reads the review queue once for its content and the navigation", async () => {
  const { reviews } = site.core;
  const { getReviewQueue } = reviews;
  let calls = 0;
  reviews.getReviewQueue = (...args) => {
    calls += 1;
    return getReviewQueue(...args);
  };
  expect((await olga.browser.get("/console/dashboard")).statusCode).toBe(200);
  reviews.getReviewQueue = getReviewQueue;
  expect(calls).toBe(1);
});

test("shows the queue, the counts of both periods, the error classes and expiring keys, in both languages", async () => {
  await quietWindow(900);
  const developer = await site.person("Dana Developer", { developer: true });
  const empty = await olga.browser.get("/console/dashboard");
  expect(empty.body).toMatch(
    /<h2 id="verdict">No open tasks<\/h2><\/div>\s*<p[^>]*>The review queue is empty, and no secret or key expires within 30 days\. /,
  );
  // A sentence stands in place of each chart.
  expect([...empty.body.matchAll(/<p class="chart-none">([^<]+)/g)].map(([, text]) => text)).toEqual([
    "No requests in the last 24 hours.",
    "No tokens issued in the last 24 hours.",
    "No installs and no uninstalls in the last 24 hours.",
  ]);
  await fill();
  const clientId = await site.draft(developer);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  const { body } = await olga.browser.get("/console/dashboard");
  expect(body).toContain('<h2 id="tasks">Open tasks <span class="list-count">4</span></h2>');
  expect(body).toMatch(/As of \d\d:\d\d UTC, for the whole platform/);
  // Failing requests come first, and the queue is ordinary work: it stands last.
  expect(tasksOf(body).map(([tone]) => tone)).toEqual(["bad", "warn", "warn", "plain"]);
  expect(body).toMatch(
    /3 requests failed[\s\S]*2 refresh tokens were reused[\s\S]*1 secret or key expires[\s\S]*1 app is/,
  );
  expect(body).toMatch(
    /<strong dir="auto">1 app is waiting for review<\/strong><small>Longest wait: <time[^\n]*<a class="row-act" href="\/console">Open the queue<\/a>/,
  );
  expect(body).toMatch(
    /2 refresh tokens were reused<\/strong>[^\n]*<a class="row-act" href="[^"]*token.reuse&amp;range=24h">See the events<\/a>/,
  );
  expect(body).toMatch(
    /3 requests failed because of an internal error or an outage<\/strong>[^\n]*<a class="row-act" href="#classes">See the errors<\/a>/,
  );
  expect(body).toMatch(
    /1 secret or key expires within 24 hours<\/strong>[^\n]*<a class="row-act" href="#expiring">See the credentials<\/a>/,
  );
  // Each row has one link.
  const rows = body.match(/<li class="row-link task-.*?<\/li>/gs)!;
  expect(rows.map((row) => row.match(/<a /g)!.length)).toEqual([1, 1, 1, 1]);
  expect(body).toMatch(
    /Error rate<\/a><\/span> <strong class="chart-total">1.2%<\/strong> <span[^>]*><a href="#classes">15 of 1,249 requests<.*<small class="chart-before">.*▼.* from the usual 1.3%</,
  );
  expect(body).toContain("1,234");
  expect(body).toMatch(
    /Installs<\/a><\/span> <strong class="chart-total">7<\/strong>.*<small class="chart-before">.*>▼ 30%<.*>down 30%<.* from 10 the day before</,
  );
  // One line explains the marks of all charts.
  expect(body.match(/<ul class="chart-key">.*?<\/ul>/g)).toEqual([
    '<ul class="chart-key"><li class="key-current">Hour not over</li><li class="key-average">Usual error rate</li></ul>',
  ]);
  // The rate of the current hour is not above the usual one.
  expect(body).toMatch(/<rect class="bar-quiet bar-current"[^>]*><title>\d\d:00: 1.2% \(15 errors\) so far</);
  // A few installs are listed.
  expect(body).toMatch(
    /<ul class="chart-events"><li><span>\d\d:00<\/span> 1 install so far<\/li><li><span>(?:yesterday )?\d\d:00<\/span> 6 installs<\/li><\/ul>/,
  );
  expect(body).toMatch(/<rect class="bar-main bar-current"[^>]*><title>\d\d:00: 1,?234 tokens issued so far<\/title>/);
  expect(body).toContain("a comparison can be slightly low");
  expect(body).toMatch(
    /App not authenticated<\/a><small class="error-cause">Usually a wrong or expired client secret\. [^<]*<\/small><\/div><\/td>\s*<td[^>]*><div>12<\/div><\/td><td[^>]*><div>80%<\/div><\/td>\s*<\/tr>/,
  );
  expect(body).toContain("<caption>Errors by kind, Last 24 hours</caption>");
  expect(body).toContain('<span class="chart-title"><a href="/console/installations">Installs</a></span>');
  expect(body).toContain('<a href="/console/audit?action=installation.uninstall&amp;range=24h">0 uninstalls</a>');
  expect(body).toContain('<a href="/console/audit?action=token.reuse&amp;range=24h">2 reused refresh tokens</a>');
  expect(body).toMatch(/<details class="detail"><summary>How these figures are counted<\/summary>/);
  expect(body).toMatch(/Nightly export[\s\S]*?<time [^>]*>\d{1,2} \w+ \d{4}<\/time>, in \d+ (?:hours|minutes)</);
  const german = await olga.browser.get("/console/dashboard?period=days", { "accept-language": "de" });
  expect(german.body).toMatch(/App nicht authentifiziert<\/a>[\s\S]*?<div>17<[\s\S]*?<div>85\s%</);
  expect(german.body).toContain("<caption>Fehler nach Art, Letzte 30 Tage</caption>");
  // The line is the usual rate: 5 errors among 400 requests of the 29 days before today. One day is far above it.
  expect(german.body).toMatch(/ gegenüber den üblichen 1,3\s%<\/small>/);
  expect(german.body).toContain('<li class="key-average">Übliche Fehlerrate</li>');
  expect(german.body).toContain('<strong dir="auto">3 Anfragen scheiterten');
  expect(german.body).toMatch(/<rect class="bar-bad"[^>]*><title>[^<]*: 25,0.% \(5 Fehler\)</);
  expect(german.body).toMatch(/<a href="\/console\/dashboard\?period=days" aria-current="true">30 Tage/);
});

describe("the health of all installations", () => {
  const figureOf = (body: string, query: string) =>
    new RegExp(
      `<li><a href="/console/installations\\${query}"><span class="part part-\\w+"></span>([^<]+)</a><strong class="([^"]+)">([^<]+)</strong>(.*?)</li>`,
    )
      .exec(body)
      ?.slice(1);
  /** Replaces the counts of the core. */
  const withCounts = async (answer: () => object, path = "/console/dashboard") => {
    const { installations } = site.core;
    const { countInstallations } = installations;
    installations.countInstallations = async () => answer() as never;
    const { body } = await olga.browser.get(path);
    installations.countInstallations = countInstallations;
    return body;
  };
  const COUNTS = {
    needsAttention: 2,
    expiresSoon: 1,
    healthy: 939,
    suspended: 58,
    pending: 3,
    uninstalled: 5,
    partial: false,
  };

  test("is shown as figures that lead to the installations", async () => {
    const body = await withCounts(() => COUNTS);
    expect(figureOf(body, "?health=healthy")).toEqual([
      "Active",
      "figure",
      "939",
      '<small class="muted">93.9%</small>',
    ]);
    expect(figureOf(body, "?health=needs_attention")?.slice(0, 3)).toEqual([
      "Needs attention",
      "figure figure-warn",
      "2",
    ]);
    expect(figureOf(body, "?health=stopped")?.slice(0, 3)).toEqual(["Paused or suspended", "figure", "58"]);
    expect(figureOf(body, "?health=expires_soon")?.slice(0, 3)).toEqual(["Expires soon", "figure", "1"]);
    expect(body).toContain("1,000 connected installations, including those of test merchants");
    // Each part has its share of the bar; a tiny one stays visible.
    const parts = [...body.matchAll(/<rect class="part-(\w+)" x="([\d.]+)" width="([\d.]+)"/g)];
    expect(parts.map((part) => part.slice(1))).toEqual([
      ["good", "0", "93.9"],
      ["warn", "93.9", "0.6"],
      ["strong", "94.5", "0.6"],
      ["plain", "95.1", "5.8"],
    ]);
  });

  test("is an open task if some need attention, but not on the start page", async () => {
    const row =
      /<li class="row-link task-plain">.*<strong dir="auto">([^<]*)<\/strong><small>([^<]*)<\/small><a class="row-act" href="\/console\/installations\?health=needs_attention">([^<]*)</;
    const rowOf = async (counts: object, path = "/console/dashboard") =>
      row.exec(await withCounts(() => counts, path))?.slice(1);
    const expected = [
      "2 installations need attention",
      "Of 1,000 connected installations. 1 other expires soon.",
      "See the installations",
    ];
    expect(await rowOf(COUNTS)).toEqual(expected);
    expect(await rowOf(COUNTS, "/")).toBeUndefined();
    expect((await rowOf({ ...COUNTS, expiresSoon: 0, partial: true }))?.[1]).toBe(
      "Of the newest 1,000 installations, including those of test merchants.",
    );
    expect(await rowOf({ ...COUNTS, needsAttention: 0 })).toBeUndefined();
  });

  test("is that of the newest installations if there are more than 1,000", async () => {
    const body = await withCounts(() => ({
      ...COUNTS,
      healthy: 1001,
      needsAttention: 0,
      expiresSoon: 0,
      suspended: 0,
      partial: true,
    }));
    expect(body).toContain("Of the newest 1,000 installations");
    expect(figureOf(body, "?health=healthy")?.slice(1, 3)).toEqual(["figure", "1,000"]);
    expect(figureOf(body, "?health=needs_attention")?.slice(1, 3)).toEqual(["figure", "0"]);
  });

  test("is left out without installations and with a core of the previous release", async () => {
    const none = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));
    expect(await withCounts(() => none)).not.toContain('id="health"');
    const previous = await withCounts(() => {
      throw new ConnectError("not implemented", Code.Unimplemented);
    });
    expect(previous).toContain('id="charts"');
    expect(previous).not.toContain('id="health"');
  });
});

/** Replaces the counts: 1,000 tokens in each period, with these errors on the day before today and in each hour. */
function withErrors(errors: { yesterday: bigint; hour: bigint }, more: object = {}): () => void {
  const { platform } = site.core;
  const { getDashboard } = platform;
  platform.getDashboard = async (...args) => {
    const read = await getDashboard(...args);
    const period = (count: bigint) => ({ ...read.hours[0]!, exchanges: 1000n, errors: [{ errorClass: 1, count }] });
    const hours = Array.from({ length: 3 }, () => period(errors.hour));
    // The errors of today do not change the usual rate.
    return { ...read, hours, days: [period(errors.yesterday), period(900n)], daysBefore: undefined, ...more } as never;
  };
  return () => {
    platform.getDashboard = getDashboard;
  };
}

test.each([
  { language: "en", day: "yesterday" },
  { language: "de", day: "gestern" },
])("the few hours of a list name the day before: $language", async ({ language, day }) => {
  const [hour, dayBefore] = [new Date().toISOString().slice(0, 13), new Date(Date.now() - 86_400_000).toISOString()];
  const starts = [`${dayBefore.slice(0, 10)}T23:00:00Z`, `${hour}:00:00Z`];
  const none = { uninstalls: 0n, exchanges: 0n, refreshes: 0n, refreshFailures: 0n, reuses: 0n, errors: [] };
  const hours = starts.map((start) => ({ ...none, start: timestampFromDate(new Date(start)), installs: 1n }));
  const restore = withErrors({ yesterday: 0n, hour: 0n }, { hours });
  const { body } = await olga.browser.get("/console/dashboard", { "accept-language": language });
  restore();
  const [, list = ""] = /<ul class="chart-events">(.*?)<\/ul>/.exec(body) ?? [];
  expect([...list.matchAll(/<span>([^<]*)/g)].map(([, text]) => text)).toEqual([
    `${hour.slice(11)}:00`,
    `${day} 23:00`,
  ]);
});

test("the dashboard and the start page list the same tasks: failing requests, apps that wait long, own reviews", async () => {
  const restore = withErrors({ yesterday: 10n, hour: 20n }, {});
  const { reviews } = site.core;
  const { getReviewQueue } = reviews;
  const { accountId } = olga.account;
  reviews.getReviewQueue = async (...args) => {
    const queue = await getReviewQueue(...args);
    const submittedAt = timestampFromDate(new Date(Date.now() - 4 * 86_400_000));
    const claim = { clientId: "app_7", appName: "Ledger Lark", accountId };
    return { ...queue, waiting: 2, oldest: { ...queue.oldest!, submittedAt }, claims: [claim] } as never;
  };
  const tasks = tasksOf((await olga.browser.get("/console/dashboard?period=week")).body);
  const onStartPage = tasksOf((await olga.browser.get("/")).body);
  // That no credential expires is the last row of the tasks, and not at the foot of the page as well.
  const clear = withErrors({ yesterday: 10n, hour: 20n }, { expiring: [] });
  const { body } = await olga.browser.get("/console/dashboard?period=week");
  clear();
  restore();
  reviews.getReviewQueue = getReviewQueue;
  expect(body).toMatch(
    /<\/ul><p class="tasks-clear"><svg[^>]*>.*?<\/svg> No client secret and no service key expires within 30 days\.<\/p><\/section>/,
  );
  expect(body.match(/No client secret and no service key/g)).toHaveLength(1);
  expect(onStartPage).toEqual(tasks);
  expect(tasks[0]).toEqual(["bad", expect.stringContaining("Error rate")]);
  expect(tasks.slice(-2)).toEqual([
    ["warn", "2 apps are waiting for review"],
    ["plain", "Finish the review of Ledger Lark"],
  ]);
});

test("a rise of the error rate needs attention, in both languages", async () => {
  let restore = withErrors({ yesterday: 10n, hour: 20n });
  const english = (await olga.browser.get("/console/dashboard")).body;
  expect(english).toMatch(
    /<li class="row-link task-bad">[\s\S]*<strong dir="auto">Error rate in 24 hours: 2.0%, above the usual 1.0%<\/strong><small>60 of 3,060 requests\. Most frequent error: App not authenticated\.<\/small>/,
  );
  // The notice and the chart have one usual rate, in both periods.
  expect(english).toMatch(
    /<small class="chart-before"><span class="chart-change chart-alarm">.*▲<.*>up<.* from the usual 1.0%<\/small>/,
  );
  expect(english).toContain('<li class="key-average">Usual error rate</li>');
  const german = await olga.browser.get("/console/dashboard?period=days", { "accept-language": "de" });
  expect(german.body).toContain('<strong dir="auto">Fehlerrate in 24 Stunden: 2,0');
  expect(german.body).toContain('<li class="key-average">Übliche Fehlerrate</li>');
  // The chart of another period compares that period; the alert of 24 hours is only in the panel.
  expect(german.body.match(/Fehlerrate in 24 Stunden/g)).toHaveLength(1);
  expect(german.body).toMatch(/gegenüber den üblichen 1,0\s%<\/small>/);
  // The start page of the operator lists the same tasks.
  const start = (await olga.browser.get("/")).body;
  expect(start).toMatch(
    /<li class="row-link task-bad">[\s\S]*<strong dir="auto">Error rate in 24 hours: 2.0%[\s\S]*?<a class="row-act" href="\/console\/dashboard#classes">See the errors<\/a>/,
  );
  restore();
  restore = withErrors({ yesterday: 19n, hour: 20n });
  const same = (await olga.browser.get("/console/dashboard")).body;
  expect(same).not.toContain("above the usual");
  expect(same).toMatch(/<small class="chart-before"><span class="chart-change">.*▲<.* from the usual 1.9%<\/small>/);
  restore();
});

test("a rise of the error rate says since when it lasts, if it began in the last 24 hours", async () => {
  const { platform } = site.core;
  const { getDashboard } = platform;
  const headingOf = async (errors: number[], headers = {}) => {
    platform.getDashboard = async (...args) => {
      const read = await getDashboard(...args);
      const period = (count: number, hour = 0) => ({
        ...{ ...read.hours[0]!, start: timestampFromDate(new Date(Date.UTC(2026, 0, 31, hour))) },
        ...{ exchanges: BigInt(1000 - count), errors: [{ errorClass: 1, count: BigInt(count) }] },
      });
      return { ...read, hours: errors.map(period), days: [period(10), period(900)] } as never;
    };
    const { body } = await olga.browser.get("/console/dashboard", headers);
    platform.getDashboard = getDashboard;
    const [, heading, base] = /<strong dir="auto">([^<]*rate[^<]*)<\/strong><small>([^<]*)</.exec(body) ?? [];
    requests = base;
    return heading;
  };
  let requests: string | undefined;
  // The current hour has too few errors to tell.
  expect(await headingOf([10, 90, 10, 30, 50, 10])).toBe("Error rate up since 03:00 UTC: 3.0%, usually 1.0%");
  expect(requests).toBe("90 of 3,000 requests. Most frequent error: App not authenticated.");
  expect(await headingOf([10, 90, 10, 30, 50, 40])).toBe("Error rate up since 03:00 UTC: 4.0%, usually 1.0%");
  expect(await headingOf([10, 30, 50, 50], { "accept-language": "de" })).toMatch(
    /^Fehlerrate seit 01:00 UTC erhöht: 4,3\s%, üblich 1,0\s%$/,
  );
  expect(requests).toBe("130 von 3.000 Anfragen. Häufigster Fehler: App nicht authentifiziert.");
  // Over, or since an unknown time
  expect(await headingOf([10, 90, 90, 10, 10])).toBe("Error rate in 24 hours: 4.2%, above the usual 1.0%");
  expect(await headingOf([30, 30, 30])).toBe("Error rate in 24 hours: 3.0%, above the usual 1.0%");
  expect(requests).toBe("90 of 3,000 requests. Most frequent error: App not authenticated.");
});

describe("the app with most refused refreshes today", () => {
  const app = (name: string, { before, today }: { before: bigint; today?: bigint }) => ({
    ...{ clientId: `id-${name}`, name, refreshFailures: before + (today ?? 0n), refreshes: 2000n },
    ...(today !== undefined && { refreshFailuresLastDay: today, refreshesLastDay: 900n }),
  });
  const tasksWith = async (hour: bigint, apps: object[]) => {
    const restore = withErrors({ yesterday: 10n, hour }, { appFailures2Days: apps });
    const { body } = await olga.browser.get("/console/dashboard");
    restore();
    return body;
  };
  const stock = app("Stock <Swallow>", { before: 0n, today: 100n });

  test("is a task of its own, with the figures of today, while the error rate is high", async () => {
    const body = await tasksWith(20n, [app("Mail", { before: 500n, today: 2n }), stock]);
    expect(tasksOf(body).slice(0, 2)).toEqual([
      ["bad", "Error rate in 24 hours: 2.0%, above the usual 1.0%"],
      ["bad", "Stock &lt;Swallow&gt;: 10.0% of refreshes refused today"],
    ]);
    expect(body).toMatch(/<small>100 of 1,000 refreshes since 00:00 UTC\.<\/small>[^\n]*Open the app</);
    expect(body).toContain('href="/console/apps/id-Stock &lt;Swallow&gt;"');
  });

  test.each([
    { name: "the error rate is as usual", hour: 10n, apps: [stock] },
    { name: "few of its refreshes were refused today", hour: 20n, apps: [app("Mail", { before: 500n, today: 9n })] },
    { name: "the core is of the previous release", hour: 20n, apps: [app("Mail", { before: 500n })] },
  ])("is no task if $name", async ({ hour, apps }) => {
    expect(await tasksWith(hour, apps)).not.toContain("refused today<");
  });

  test("is the first of the list, which has the refusals of today and of yesterday", async () => {
    const body = await tasksWith(10n, [
      app("Mail", { before: 500n, today: 2n }),
      stock,
      { ...app("Shelf", { before: 7n, today: 0n }), refreshesLastDay: 0n },
    ]);
    expect(headings(body).find(([id]) => id === "failing-apps")?.[2]).toBe("Today and yesterday (UTC days)");
    const cells = (label: string) =>
      [...body.matchAll(new RegExp(`data-label="${label}"><div>(.*?)</div>`, "g"))].map(([, cell]) =>
        cell!.replace(/<[^>]*>/g, "").trim(),
      );
    expect(cells("Refused today")).toEqual(["100 of 1,000", "2 of 902", "0 of 0"]);
    expect(cells("Refused yesterday")).toEqual(["0 of 1,100", "500 of 1,600", "7 of 2,007"]);
    expect(cells("Share of today’s refreshes")).toEqual(["10.0% high", "0.2%", "–"]);
  });
});

test("an hour is red if its error rate is higher than the usual one by more than half", async () => {
  const redHours = async (hour: bigint, yesterday = 20n) => {
    const restore = withErrors({ yesterday, hour });
    const { body } = await olga.browser.get("/console/dashboard");
    restore();
    return body.match(/<rect class="bar-bad/g)?.length ?? 0;
  };
  expect(await redHours(29n)).toBe(0);
  expect(await redHours(32n)).toBe(3);
  // The current hour is not over, so that a few errors say nothing.
  expect(await redHours(19n, 10n)).toBe(2);
  expect(await redHours(20n, 10n)).toBe(3);
});

test("the usual rate of a longer period is that of the days before it, for the sum, the line and the bars", async () => {
  const daysBefore = { exchanges: 9600n, refreshes: 0n, errors: [{ errorClass: 1, count: 400n }] };
  const restore = withErrors({ yesterday: 50n, hour: 10n }, { daysBefore });
  const { body } = await olga.browser.get("/console/dashboard?period=days");
  restore();
  expect(body).toContain(" from the usual 4.0%</small>");
  expect(body).toContain(
    '<li class="key-average">Usual error rate</li><li class="key-average">Average before (tokens)</li>',
  );
  expect(body).toContain(
    '<li class="key-bad">Error rate much higher than usual</li><li class="key-current">Day not over</li>',
  );
  // 4.8% is not more than half above 4.0%; 900 errors of today are.
  expect(body.match(/<rect class="bar-(?:bad|quiet)/g)).toEqual(['<rect class="bar-quiet', '<rect class="bar-bad']);
});

const headings = (body: string) =>
  [...body.matchAll(/<h2 id="([^"]+)">([^<]+) <span class="head-period">([^<]+)</g)].map((one) => one.slice(1));

test("lists the apps with most refused refreshes of the period, with a link to their installations", async () => {
  const app = (name: string, refreshFailures: bigint) => ({
    clientId: `id-${name}`,
    name,
    refreshFailures,
    refreshes: 95n,
  });
  const failures = {
    appFailures2Days: [app("Stock", 5n)],
    appFailures7Days: [app("Week", 20n), { ...app("Few", 9n), refreshes: 11n }],
    appFailures30Days: [app("Ledger", 5n), app("Mail", 1n)],
  };
  const restore = withErrors({ yesterday: 0n, hour: 0n }, failures);
  const hours = (await olga.browser.get("/console/dashboard")).body;
  const week = (await olga.browser.get("/console/dashboard?period=week")).body;
  const days = (await olga.browser.get("/console/dashboard?period=days", { "accept-language": "de" })).body;
  restore();
  expect(hours).toContain("<caption>Apps with most refused refreshes, Today and yesterday (UTC days)</caption>");
  expect(hours).toMatch(
    /<a href="\/console\/installations\?app=id-Stock" dir="auto">Stock<\/a><\/div><\/td>\s*<td class="number"[^>]*data-label="Refused"><div>5 <small class="refused-of">of 100<\/small><\/div>[\s\S]*?<div><svg[^>]*><rect width="100"[^/]*\/rect><\/svg> <span>5.0%<\/span><\/div>/,
  );
  expect(hours).not.toContain("Ledger");
  // Without errors, the rate has no link to their kinds.
  expect(hours).toMatch(
    /<span class="chart-title">Error rate<\/span>[^\n]*\n<p class="chart-none">No errors in the last/,
  );
  // The heading of each card has its time.
  expect(headings(hours)).toEqual([
    ["charts", "Activity", "Last 24 hours"],
    ["failing-apps", "Apps with most refused refreshes", "Today and yesterday (UTC days)"],
    ["expiring", "Expiring credentials", "Next 30 days"],
  ]);
  expect(headings(week)).toContainEqual(["failing-apps", "Apps with most refused refreshes", "Last 7 days"]);
  expect(week).toContain("<caption>Apps with most refused refreshes, Last 7 days</caption>");
  // Nine refusals of an app with few refreshes say nothing.
  expect(week.match(/share-high/g)).toHaveLength(1);
  // From a tenth on, the share is marked with an icon and a word, not by its colour alone.
  expect(week).toMatch(
    /<td class="number"[^>]*data-label="Share of refreshes"><div><svg[^>]*><rect width="100"[^/]*\/rect><\/svg> <span class="share-high"><svg[\s\S]*?17\.4% <span class="sr">high</,
  );
  expect(hours).not.toContain("share-high");
  expect(days).toContain("<caption>Apps mit den meisten abgelehnten Refreshes, Letzte 30 Tage</caption>");
  // The share of few refreshes says little, and has no bar.
  expect(days).toMatch(
    /Mail<\/a>[\s\S]*?von 96<[^\n]*<\/td>[^\n]*<div><span class="share-few">1,0.%<small>wenige Refreshes</,
  );
  expect(week).toMatch(/<span class="share-few">45.0%<small>few refreshes</);
  expect(days.match(/share-few/g)).toHaveLength(1);
});

test("marks a share of refused refreshes that only a few refusals lift above the usual rate, and compares the others", async () => {
  const app = (clientId: string, refreshFailures: bigint, refreshes: bigint) => ({
    ...{ clientId, name: clientId, refreshFailures, refreshes },
  });
  const appFailures7Days = [
    ...[app("stock", 20n, 980n), app("mail", 10n, 990n), app("shelf", 4n, 258n), app("ledger", 4n, 996n)],
  ];
  const restore = withErrors({ yesterday: 8n, hour: 0n }, { appFailures7Days });
  const { body } = await olga.browser.get("/console/dashboard?period=week");
  restore();
  const shares = [...body.matchAll(/data-label="Share of refreshes"><div>(.*?)<\/div>/g)].map(([, share]) => share!);
  expect(shares.map((share) => /rect width="([\d.]+)"/.exec(share)?.[1])).toEqual(["100", "50", undefined, "20"]);
  expect(shares[2]).toBe('<span class="share-few">1.5%<small>few refusals</small></span>');
});

test("lists apps with a high share of refused refreshes first", async () => {
  const app = (name: string, refreshFailures: bigint, refreshes: bigint) => ({
    clientId: name,
    name,
    refreshFailures,
    refreshes,
  });
  const appFailures30Days = [app("Most", 60n, 5940n), app("Second", 50n, 4950n), app("High", 20n, 180n)];
  const restore = withErrors({ yesterday: 8n, hour: 5n }, { appFailures30Days });
  const { body } = await olga.browser.get("/console/dashboard?period=days");
  restore();
  const names = [...body.matchAll(/installations\?app=\w+" dir="auto">(\w+)</g)].map(([, name]) => name);
  expect(names).toEqual(["High", "Most", "Second"]);
});

test("shows the errors of 24 hours and the refusals per day below each other, and those of one period side by side", async () => {
  const appFailures = [{ clientId: "x", name: "Stock", refreshFailures: 5n, refreshes: 95n }];
  const restore = withErrors(
    { yesterday: 8n, hour: 5n },
    { appFailures2Days: appFailures, appFailures7Days: appFailures },
  );
  const listsOf = async (period: string) => {
    const { body } = await olga.browser.get(`/console/dashboard?period=${period}`);
    const [, name, lists] = /<div class="columns (dashboard-lists[^"]*)">([\s\S]*)/.exec(body)!;
    return [name, ...[...lists!.matchAll(/<section [^>]*aria-labelledby="([^"]+)"/g)].map(([, id]) => id)].slice(0, 3);
  };
  expect(await listsOf("hours")).toEqual(["dashboard-lists apart", "classes", "failing-apps"]);
  expect(await listsOf("week")).toEqual(["dashboard-lists", "classes", "failing-apps"]);
  restore();
});

test("shows seven days, compared with the seven days before them", async () => {
  const { platform } = site.core;
  const { getDashboard } = platform;
  platform.getDashboard = async (...args) => {
    const read = await getDashboard(...args);
    // 1 install a day up to the seven days before the week, then 20, 10 in the week and 3 today.
    const counts = read.days.map((_, at) => (at === 29 ? 3 : at > 22 ? 10 : at > 15 ? 20 : 1));
    return { ...read, days: read.days.map((day, at) => ({ ...day, installs: BigInt(counts[at]!), uninstalls: 1n })) };
  };
  const english = (await olga.browser.get("/console/dashboard?period=week")).body;
  const german = (await olga.browser.get("/console/dashboard?period=week", { "accept-language": "de" })).body;
  platform.getDashboard = getDashboard;
  expect(english).toMatch(/<a href="\/console\/dashboard\?period=week" aria-current="true">7 days</);
  expect(english).toMatch(/>63<\/strong>.*>▼ 55%<.*>down 55%<.* from 140 in the 7 days before</);
  // The caption names the bars of uninstalls: the usual bars of the error rate are grey, too.
  expect(english).toMatch(/<span class="chart-legend chart-legend-below"><a [^>]*>7 uninstalls<\/a>/);
  expect(english).not.toContain("key-quiet");
  expect(english.match(/"chart-key"/g)).toHaveLength(1);
  // The trail lists the uninstalls of the same days.
  const [first, last] = [6, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
  expect(english).toContain(`action=installation.uninstall&amp;from=${first}&amp;to=${last}"`);
  expect(english).toMatch(/>Error rate<\/a>/);
  expect(english.match(/<rect class="bar-main[^>]*><title>[^<]* installs/g)).toHaveLength(7);
  expect(english).toContain("a comparison can be slightly low");
  expect(german).toContain("gegenüber 140 in den 7 Tagen davor");
});

describe("days that the operator chooses", () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, "2026-01-31".length);
  const page = (from: string, to: string, headers = {}) =>
    olga.browser.get(`/console/dashboard?period=chosen&from=${from}&to=${to}`, headers);

  test("have a form, which begins with two weeks up to today", async () => {
    const { body, statusCode } = await olga.browser.get("/console/dashboard?period=chosen");
    expect(statusCode).toBe(200);
    expect(body).toMatch(/<a href="\/console\/dashboard\?period=chosen" aria-current="true">Custom</);
    expect(body).toContain(`name="from" type="date" value="${ago(13)}"`);
    expect(body).toContain(`name="to" type="date" value="${ago(0)}"`);
    expect((await olga.browser.get("/console/dashboard")).body).not.toContain('type="date"');
  });

  test("that are over have no mark of today, and lead to the trail of the same days", async () => {
    const { body } = await page(ago(9), ago(3));
    expect(body.match(/<tr role="row">/g)!.length).toBeGreaterThan(7);
    expect(body).not.toContain("so far");
    expect(body).not.toContain("slightly low");
    expect(body).toContain(`action=installation.uninstall&amp;from=${ago(9)}&amp;to=${ago(3)}"`);
    const open = (await page(ago(2), ago(0))).body;
    expect(open).toContain("a comparison can be slightly low");
    expect(open).toContain(" from the usual 1.3%</small>");
  });

  test("that are not possible stand in the form with the error at their field", async () => {
    const { body, statusCode } = await page(ago(200), ago(3));
    expect(statusCode).toBe(400);
    expect(body).toContain('<a href="#to">To, inclusive (UTC): Choose at most 92 days.</a>');
    expect(body).toContain('id="to-fault"');
    expect(body).toContain(`value="${ago(200)}"`);
    expect(body).toContain("<caption>Last 30 days</caption>");
    expect((await page("x", ago(3), { "accept-language": "de" })).body).toContain("Geben Sie einen Tag ein.");
  });

  test("are exported with the other periods as CSV, newest first", async () => {
    const path = `/console/dashboard.csv?period=chosen&from=${ago(9)}&to=${ago(3)}`;
    expect((await page(ago(9), ago(3))).body).toContain(`href="${path.replaceAll("&", "&amp;")}">Export as CSV</a>`);
    const { body, headers } = await olga.browser.get(path);
    expect(headers["content-disposition"]).toBe('attachment; filename="dashboard.csv"');
    const [head, ...rows] = body.trimEnd().split("\r\n");
    expect(head).toBe("start,installs,uninstalls,tokens,refused_refreshes,reused_refresh_tokens,errors");
    expect([rows.length, rows[0]!.slice(0, 10), rows.at(-1)!.slice(0, 10)]).toEqual([7, ago(3), ago(9)]);
    expect((await olga.browser.get("/console/dashboard.csv?period=week")).body.split("\r\n")).toHaveLength(9);
  });

  test("need a core that knows them: with an earlier release, the page shows 30 days", async () => {
    const { platform } = site.core;
    const { getDashboard } = platform;
    platform.getDashboard = async (...args) => ({ ...(await getDashboard(...args)), chosenDays: [] });
    const { body, statusCode } = await page(ago(9), ago(3));
    platform.getDashboard = getDashboard;
    expect(statusCode).toBe(200);
    expect(body).toContain("<caption>Last 30 days</caption>");
  });
});

test("is for operators", async () => {
  const merchant = await site.person("Mia Merchant");
  expect((await merchant.browser.get("/console/dashboard")).statusCode).toBe(403);
});
