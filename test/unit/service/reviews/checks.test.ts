import { describe, expect, test } from "vitest";
import { type CheckKind, checkReview } from "../../../../src/service/reviews/checks.ts";
import type { HostState } from "../../../../src/service/reviews/host-checks.ts";

const REASON = "To know what to ship.";
const scope = (name: string, reason: string) => ({ name, reason, required: true });
const STATES: Record<string, HostState> = {
  "gone.example": "missing",
  "inside.example": "special",
  "mute.example": "unknown",
};

async function check(kind: CheckKind, profile: object, facts: object = {}) {
  const asked: string[] = [];
  const hosts = {
    async check(names: readonly string[]) {
      asked.push(...names);
      return new Map(names.map((name): [string, HostState] => [name, STATES[name] ?? "public"]));
    },
  };
  const start = { website: null, launchUrl: null, platformStart: false };
  const whole = { name: "Parcel Pilot", redirectUris: [], scopes: [], ...start, ...profile };
  const names = { developerName: "Ada", platformName: "Harbour" };
  const all = { profile: whole, ...names, testInstalls: 1, mayStart: true, ...facts };
  const { kind: _kind, ...rest } = (await checkReview(all, hosts)).find((one) => one.kind === kind)!;
  return { ...rest, asked };
}

describe("hosts of redirect URIs", () => {
  const uris = (...hosts: string[]) => ({ redirectUris: hosts.map((host) => `https://${host}/callback`) });

  test.each([
    ["all known", ["app.example"], "PASSED", []],
    ["one missing", ["app.example", "gone.example", "mute.example"], "ATTENTION", ["gone.example"]],
    ["no answer", ["app.example", "mute.example"], "UNKNOWN", ["mute.example"]],
  ])("%s", async (_name, hosts, result, subjects) => {
    expect(await check("HOST_FOUND", uris(...hosts))).toMatchObject({ result, subjects });
  });

  test("with a special address need attention", async () => {
    const found = await check("HOST_PUBLIC", uris("app.example", "inside.example"));
    expect(found).toMatchObject({ result: "ATTENTION", subjects: ["inside.example"] });
  });

  test("are looked up once each; loopback and app schemes have none", async () => {
    const redirectUris = [
      "https://app.example/a",
      "https://app.example:8443/b",
      "http://localhost:3000/",
      "http://127.0.0.1/",
      "http://[::1]/",
      "com.example.app:/callback",
    ];
    expect((await check("HOST_FOUND", { redirectUris })).asked).toEqual(["app.example"]);
  });
});

describe("reasons of scopes", () => {
  test.each([
    ["each its own", [scope("a", REASON), scope("b", "To print the address.")], []],
    ["missing or too short", [scope("a", ""), scope("b", "  needed "), scope("c", REASON)], ["a", "b"]],
    [
      "the same twice",
      [scope("a", REASON), scope("b", REASON.toUpperCase()), scope("c", "To print labels.")],
      ["a", "b"],
    ],
  ])("%s", async (_name, scopes, subjects) => {
    const result = subjects.length === 0 ? "PASSED" : "ATTENTION";
    expect(await check("SCOPE_REASON", { scopes })).toMatchObject({ result, subjects });
  });
});

describe("the name of the platform", () => {
  test.each([
    ["another name", "Parcel Pilot", "Ada", []],
    ["in the app's name", "Harbour Payments", "Ada", ["Harbour Payments"]],
    ["with confusable letters", "H\u0430rb0ur", "Ada", ["H\u0430rb0ur"]],
    ["in the developer's name", "Parcel Pilot", "HARBOUR Team", ["HARBOUR Team"]],
  ])("%s", async (_name, name, developerName, subjects) => {
    expect((await check("PLATFORM_NAME", { name }, { developerName })).subjects).toEqual(subjects);
  });
});

test("an app that was never installed on a test merchant needs attention", async () => {
  expect(await check("TEST_INSTALL", {}, { testInstalls: 0 })).toMatchObject({ result: "ATTENTION", count: 0 });
  expect(await check("TEST_INSTALL", {}, { testInstalls: 2 })).toMatchObject({ result: "PASSED", count: 2 });
});

test.each([
  ["neither launch URL nor website", {}, true, "ATTENTION"],
  ["a website", { website: "https://app.example" }, true, "PASSED"],
  ["a launch URL", { launchUrl: "https://app.example/start" }, true, "PASSED"],
  ["a start by the platform", { platformStart: true }, true, "PASSED"],
  ["a start by the platform that is not possible", { platformStart: true }, false, "ATTENTION"],
])("the install link of an app with %s", async (_name, profile, mayStart, result) => {
  expect(await check("INSTALL_LINK", profile, { mayStart })).toMatchObject({ result, subjects: [] });
});
