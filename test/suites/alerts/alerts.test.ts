import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePorts, type LiveService, startService } from "../../support/start-service.ts";
import { parseExposition } from "../observe/metrics-page.ts";
import { ALERTS, alertNames, dashboardQueries, metricsIn, promtool, readPanels } from "./promql.ts";

test("promtool accepts the rules and the configuration, and their unit tests pass", () => {
  promtool("check", "rules", "--lint-fatal", ALERTS);
  promtool("check", "config", "deploy/prometheus/prometheus.yml");
  promtool("test", "rules", "deploy/prometheus/alerts.test.yml", "deploy/prometheus/reuse.test.yml");
});

test("docs/observability.md describes every alert, and no other", () => {
  const page = readFileSync("docs/observability.md", "utf8");
  const described = [...page.matchAll(/^\| `(Latchkey\w+)` \| (?:page|ticket) \|/gm)].map(([, name]) => name);
  expect(described.sort()).toEqual(alertNames().sort());
});

test("every panel has a unique id, a title, a description and a place of its own", () => {
  const panels = readPanels();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, type, description, gridPos } of panels) {
    expect(title).not.toBe("");
    if (type !== "row") expect(description, title).toBeTruthy();
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken, `${title} covers another panel`).not.toContain(`${x} ${y}`);
        taken.add(`${x} ${y}`);
      }
    }
  }
});

describe("with a Prometheus that scrapes a running service", () => {
  let service: LiveService;
  let prometheus: ChildProcess;
  let directory: string;
  let url: string;

  beforeAll(async () => {
    service = await startService("all", {
      WORKERS: "2",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "a@latchkey.example",
    });
    const [port] = await freePorts(1);
    url = `http://127.0.0.1:${port}`;
    directory = mkdtempSync(join(tmpdir(), "latchkey-prometheus-"));
    cpSync(ALERTS, join(directory, "alerts.yml"));
    const config = readFileSync("deploy/prometheus/prometheus.yml", "utf8")
      .replaceAll("15s", "1s")
      .replace("127.0.0.1:8081", new URL(service.connectUrl).host);
    writeFileSync(join(directory, "prometheus.yml"), config);
    const files = [`--config.file=${directory}/prometheus.yml`, `--storage.tsdb.path=${directory}/data`];
    prometheus = spawn("prometheus", [...files, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
    while ((await query("up == 1").catch(() => [])).length === 0) await setTimeout(200);
  });
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      prometheus.kill();
      await once(prometheus, "exit");
    }
    rmSync(directory, { recursive: true, force: true });
    await service?.stop();
  });

  async function query(text: string): Promise<unknown[]> {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: text })}`);
    const { status, data, error } = (await response.json()) as {
      status: string;
      data: { result: unknown[] };
      error?: string;
    };
    if (status !== "success") throw new Error(`${text}: ${error}`);
    return data.result;
  }

  test("every metric of the alerts and the dashboard is on /metrics", async () => {
    const exposed = parseExposition(await (await fetch(`${service.connectUrl}/metrics`)).text());
    const used = [...metricsIn(readFileSync(ALERTS, "utf8")), ...metricsIn(dashboardQueries().join("\n"))];
    expect(used.filter((name) => !exposed.has(name))).toEqual([]);
  });

  test("Prometheus evaluates every query of the dashboard", async () => {
    for (const text of dashboardQueries()) await query(text);
    expect(await query("sum(latchkey_ready)")).toMatchObject([{ value: [expect.anything(), "2"] }]);
  });

  test("no alert fires for a healthy service; one that no longer answers is reported as down", async () => {
    const alerts = (state: string) => query(`ALERTS{alertstate="${state}"}`).then((found) => found.map(nameOf));
    expect(await alerts("firing")).toEqual([]);
    await service.stopCore();
    await expect.poll(() => alerts("pending")).toContain("LatchkeyDown");
  });
});

const nameOf = (alert: unknown): string => (alert as { metric: { alertname: string } }).metric.alertname;
