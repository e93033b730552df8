import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveService, startService } from "../../support/start-service.ts";
import { documentedMetrics, type Exposed, parseExposition } from "./metrics-page.ts";

let service: LiveService;
let exposed: Map<string, Exposed>;

beforeAll(async () => {
  service = await startService("all", {
    WORKERS: "2",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "a@latchkey.example",
  });
  await fetch(`${service.origin}/oauth/token`, { method: "POST", body: new URLSearchParams({ grant_type: "none" }) });
  await fetch(`${service.origin}/no-such-path/secret`, { method: "DELETE" });
  await service.core.tokens.introspect({ token: "unknown" });
  await service.core.tokens.refresh({ refreshToken: "unknown" }).catch(() => {});
  exposed = parseExposition(await (await fetch(`${service.connectUrl}/metrics`)).text());
});
afterAll(() => service?.stop());

const own = () => [...exposed.keys()].filter((name) => name.startsWith("latchkey_"));

test("docs/observability.md describes every metric of a running service, and no other", () => {
  expect([...documentedMetrics().keys()].sort()).toEqual(own().sort());
});

test("the documented labels are those of the running service", () => {
  const documented = documentedMetrics();
  // Ignores `le`, which series of histograms have, and `worker`, which every series of a worker has.
  const labelsOf = (name: string) =>
    [...exposed.get(name)!.labels].filter((label) => !["le", "worker"].includes(label));
  const differences = own()
    .filter((name) => labelsOf(name).length > 0)
    .map((name) => [
      name,
      labelsOf(name).sort(),
      documented
        .get(name)!
        .filter((label) => label !== "worker")
        .sort(),
    ])
    .filter(([, live, page]) => JSON.stringify(live) !== JSON.stringify(page));
  expect(differences).toEqual([]);
});

test("counters, and no other metrics, end in _total", () => {
  const wrong = own().filter((name) => name.endsWith("_total") !== (exposed.get(name)!.type === "counter"));
  expect(wrong).toEqual([]);
});
