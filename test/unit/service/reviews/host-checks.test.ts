import { expect, test } from "vitest";
import { createHostChecks } from "../../../../src/service/reviews/host-checks.ts";
import type { NameLookup } from "../../../../src/service/webhooks/delivery/name-lookup.ts";

const fault = (code: string) => Object.assign(new Error(code), { code });

/** Name servers that know these names; others are silent. */
function fakeLookup(names: Readonly<Record<string, readonly string[] | Error>>) {
  const asked: string[] = [];
  const lookUp: NameLookup = (hostname, callback) => {
    asked.push(hostname);
    const known = names[hostname];
    if (known instanceof Error) callback(known, []);
    else if (known !== undefined)
      callback(
        null,
        known.map((address) => ({ address, family: 4 })),
      );
  };
  return { lookUp, asked };
}

test("tells public, special, missing and unknown hosts apart, and waits for no silent name server", async () => {
  const { lookUp } = fakeLookup({
    "app.example": ["93.184.216.34"],
    "mixed.example": ["93.184.216.34", "10.0.0.8"],
    "gone.example": fault("ENOTFOUND"),
    "empty.example": [],
    "refused.example": fault("ECONNREFUSED"),
  });
  const hosts = createHostChecks({ lookUp, timeoutMs: 20 });
  const names = ["app.example", "mixed.example", "gone.example", "empty.example", "refused.example", "silent.example"];
  expect([...(await hosts.check([...names, "192.168.0.1", "[2606:2800:220:1::1]"])).values()]).toEqual([
    "public",
    "special",
    "missing",
    "missing",
    "unknown",
    "unknown",
    "special",
    "public",
  ]);
});

test("asks once for a host, also while the first answer is pending", async () => {
  const { lookUp, asked } = fakeLookup({ "app.example": ["93.184.216.34"] });
  const hosts = createHostChecks({ lookUp, timeoutMs: 1_000 });
  await Promise.all([hosts.check(["app.example"]), hosts.check(["app.example"])]);
  await hosts.check(["app.example"]);
  expect(asked).toEqual(["app.example"]);
});
