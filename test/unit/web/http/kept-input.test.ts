import { expect, test } from "vitest";
import { isSentByPage } from "../../../../src/web/http/kept-input.ts";
import { PUBLIC_URL } from "../site.ts";

test.each([
  ["the origin of the service", { origin: PUBLIC_URL }, true],
  ["a same-origin request", { "sec-fetch-site": "same-origin" }, true],
  ["a program, which sends neither", {}, false],
  ["a typed address", { "sec-fetch-site": "none" }, false],
  ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, false],
])("input is kept only for a form of a page: %s", (_name, headers, sent) => {
  expect(isSentByPage({ headers }, PUBLIC_URL)).toBe(sent);
});
