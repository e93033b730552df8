import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLOSE_WITHIN_MS } from "../../../src/app/close-timeouts.ts";
import { SECRET_SETTINGS, SETTINGS } from "../../../src/config/settings.ts";
import { hadolint, helm, ROOT, run } from "./tools.ts";

const CHART = join(ROOT, "deploy/helm/latchkey");
const UNITS = join(ROOT, "deploy/systemd");
const set = (...values: string[]) => values.flatMap((value) => ["--set", value]);
const REQUIRED = set("publicUrl=https://auth.platform.example", "trustedProxies=10.0.0.0/24");
const EVERYTHING = [
  ...REQUIRED,
  ...set("gateway.ingress.enabled=true", "gateway.autoscaling.enabled=true", "internalTls.secret=internal-tls"),
  ...set("usesDirectUrl=true", "settings.WORKERS=4", "core.nodeSelector.disk=fast", "imagePullSecrets[0].name=pull"),
];
const isSetting = (name: string) =>
  name in SETTINGS.shape || [...SECRET_SETTINGS].some((secret) => name === `${secret}_FILE`);
const template = (values: readonly string[]) => run(helm(), ["template", "test", CHART, ...values]);

test("hadolint accepts the Dockerfile", () => {
  expect(run(hadolint(), [join(ROOT, "Dockerfile")])).toBe("");
});

describe("the Helm chart", () => {
  test.each([
    ["with the required values", REQUIRED],
    ["with every option", EVERYTHING],
  ])("passes the linter %s", (_name, values) => {
    expect(run(helm(), ["lint", "--strict", CHART, ...values])).toContain("0 chart(s) failed");
  });

  test("refuses a public URL with a path and a missing list of proxies", () => {
    expect(() => template(set("publicUrl=https://a.example/oauth", "trustedProxies=none"))).toThrow("publicUrl");
    expect(() => template(set("publicUrl=https://a.example"))).toThrow("trustedProxies is required");
  });

  test("sets only settings of the service", () => {
    const names = [...template(EVERYTHING).matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    expect([...new Set(names)].filter((name) => !isSetting(name))).toEqual([]);
  });

  test("gives pods more time to stop than the process takes", () => {
    const rendered = template(REQUIRED);
    const grace = [...rendered.matchAll(/terminationGracePeriodSeconds: (\d+)/g)].map(([, seconds]) => Number(seconds));
    const drain = Number(/name: DRAIN_DELAY\n +value: "(\d+)"/.exec(rendered)![1]);
    expect(grace).toHaveLength(2);
    for (const seconds of grace) expect(seconds).toBeGreaterThan(drain + CLOSE_WITHIN_MS / 1_000);
  });

  test("runs every container without privileges and with a read-only file system", () => {
    const rendered = template(EVERYTHING);
    const containers = [...rendered.matchAll(/^ +image: /gm)].length;
    expect(containers).toBe(3);
    for (const line of ["readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false", "drop: [ALL]"]) {
      expect(rendered.split(line)).toHaveLength(containers + 1);
    }
    expect(rendered.split("runAsNonRoot: true")).toHaveLength(containers + 1);
  });
});

describe.each(readdirSync(UNITS))("the unit %s", (name) => {
  const text = readFileSync(join(UNITS, name), "utf8");

  test("is valid, and its process is confined", () => {
    const directory = mkdtempSync(join(tmpdir(), "latchkey-unit-"));
    try {
      const unit = join(directory, name);
      // The program of the unit is not installed on this machine.
      writeFileSync(unit, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
      run("systemd-analyze", ["verify", unit]);
      expect(run("systemd-analyze", ["security", "--offline=true", "--threshold=25", unit])).toContain("OK");
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test("sets only settings of the service", () => {
    const names = [...text.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, setting]) => setting!);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((setting) => !isSetting(setting))).toEqual([]);
  });
});
